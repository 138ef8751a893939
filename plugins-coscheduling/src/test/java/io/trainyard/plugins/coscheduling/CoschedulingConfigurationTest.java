package io.trainyard.plugins.coscheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.PluginContext;
import io.trainyard.spi.gang.GangScheduler;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The configuration of coscheduling (COSCH-12, GANG-57)")
final class CoschedulingConfigurationTest {
    @Test
    void withoutItNoSchedulerIsKnown() {
        assertThat(scheduler(Map.of()))
                .isEqualTo(new GangScheduler(CoschedulingPodGroup.class, List.of(), Optional.empty()));
    }

    @Test
    void theSchedulerIsGivenToPodsUnlessThatIsSwitchedOff() {
        assertThat(scheduler(Map.of("schedulerName", "gangs")).injectedName()).contains("gangs");

        GangScheduler known = scheduler(Map.of("schedulerName", "gangs", "injectSchedulerName", false));
        assertThat(known.injectedName()).isEmpty();
        assertThat(known.schedulerNames()).containsExactly("gangs");
    }

    @Test
    void everyWrongKeyIsNamed() {
        assertThatThrownBy(() -> scheduler(Map.of("schedulerName", 7, "injectSchedulerName", "no", "timeout", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("configuration of plugin coscheduling: timeout: unknown; known are injectSchedulerName,"
                        + " schedulerName; schedulerName: must be the name of a scheduler, not 7; injectSchedulerName: must be"
                        + " true or false, not no");
    }

    private static GangScheduler scheduler(Map<String, Object> configuration) {
        CoschedulingPlugin plugin = new CoschedulingPlugin();
        plugin.start(new PluginContext() {
            @Override
            public Clock clock() {
                return Clock.systemUTC();
            }

            @Override
            public Map<String, Object> configuration() {
                return configuration;
            }

            @Override
            public ObjectReader objects() {
                throw new AssertionError("coscheduling reads no objects when it starts");
            }
        });
        return plugin.gangScheduler().orElseThrow();
    }
}

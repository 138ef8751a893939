package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PluginsTest {
    @Test
    void pluginsAreSortedIntoTheirPlacesInOrder() {
        Plugins plugins = Plugins.of(new Watcher("b", 100), new Watcher("a", 100), new Policy("first", 1));

        assertThat(plugins.names()).containsExactlyInAnyOrder("a", "b", "first");
        assertThat(plugins.mlPolicies()).extracting(Plugin::name).containsExactly("first");
        assertThat(plugins.watches()).extracting(Plugins.Watch::plugin).containsExactly("a", "b");
        assertThat(plugins.watches())
                .allSatisfy(watch -> assertThat(watch.spec().type()).isEqualTo(Pod.class));
        assertThat(plugins.terminalCondition()).isEmpty();
    }

    @Test
    void onlyOneMayHaveATerminalCondition() {
        assertThat(Plugins.of(new Terminal()).terminalCondition()).isPresent();
        assertThatThrownBy(() -> Plugins.of(new Terminal(), new Terminal()))
                .hasMessage("too many TerminalCondition plugins: 2");
    }

    private record Policy(String name, int order) implements EnforceMLPolicy {
        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {}
    }

    private record Watcher(String name, int order) implements WatchExtension {
        @Override
        public List<WatchSpec<?>> watches() {
            return List.of(WatchSpec.ownedBy(Pod.class));
        }
    }

    private static final class Terminal implements TerminalCondition {
        @Override
        public String name() {
            return "terminal";
        }

        @Override
        public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
            return Optional.empty();
        }
    }
}

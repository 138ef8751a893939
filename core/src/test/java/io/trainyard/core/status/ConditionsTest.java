package io.trainyard.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Conditions (STATUS-03)")
final class ConditionsTest {
    private static final Instant NOW = Instant.parse("2026-01-05T10:00:00.750Z");
    private static final Condition OLD = at("Suspended", "True", "2026-01-01T00:00:00Z");

    @Test
    void aNewTypeIsAppendedWithTheTimeInWholeSeconds() {
        List<Condition> set = Conditions.set(List.of(OLD), Conditions.of("Failed", true, "R", "m"), NOW);
        assertThat(set).extracting(Condition::getType).containsExactly("Suspended", "Failed");
        assertThat(set.get(1).getLastTransitionTime()).isEqualTo("2026-01-05T10:00:00Z");
        assertThat(set.get(1).getStatus()).isEqualTo("True");
        assertThat(set.get(0)).isSameAs(OLD);
    }

    @Test
    void aConditionsOwnTimeIsKept() {
        Condition given = at("Complete", "True", "2026-01-04T00:00:00Z");
        assertThat(Conditions.set(List.of(), given, NOW)).containsExactly(given);
    }

    @Test
    void theTimeStaysWhileTheStatusDoes() {
        Condition same = new ConditionBuilder(at("Suspended", "True", "2026-01-04T00:00:00Z"))
                .withReason("Other")
                .withMessage("other")
                .build();
        assertThat(Conditions.set(List.of(OLD), same, NOW)).singleElement().satisfies(condition -> {
            assertThat(condition.getLastTransitionTime()).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(condition.getReason()).isEqualTo("Other");
            assertThat(condition.getMessage()).isEqualTo("other");
        });
    }

    @Test
    void aChangeOfStatusBringsANewTimeAndKeepsThePlace() {
        List<Condition> set = Conditions.set(
                List.of(OLD, at("Failed", "False", "2026-01-01T00:00:00Z")),
                Conditions.of("Suspended", false, "Resumed", "m"),
                NOW);
        assertThat(set).extracting(Condition::getType).containsExactly("Suspended", "Failed");
        assertThat(set.get(0).getLastTransitionTime()).isEqualTo("2026-01-05T10:00:00Z");
    }

    @Test
    void settingTheSameChangesNothing() {
        assertThat(Conditions.set(List.of(OLD), new ConditionBuilder(OLD).build(), NOW))
                .isEqualTo(List.of(OLD));
    }

    @Test
    void aTypeIsRemovedAndTheListThatCameInStays() {
        List<Condition> before = List.of(OLD, at("Failed", "True", "2026-01-01T00:00:00Z"));
        assertThat(Conditions.remove(before, "Failed")).containsExactly(OLD);
        assertThat(before).hasSize(2);
    }

    private static Condition at(String type, String status, String time) {
        return new ConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason("R")
                .withMessage("m")
                .withLastTransitionTime(time)
                .build();
    }
}

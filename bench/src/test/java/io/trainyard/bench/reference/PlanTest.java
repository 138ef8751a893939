package io.trainyard.bench.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The command line of the comparison")
final class PlanTest {
    @Test
    void withoutMoreThanTheRootItMeasuresBothAsTheyAreShipped() {
        Plan plan = Plan.parse("..");

        assertThat(plan.jobs()).isEqualTo(1_000);
        assertThat(plan.rest()).isEqualTo(Duration.ofSeconds(60));
        assertThat(plan.limits()).isEqualTo(Limits.SHIPPED);
        assertThat(plan.controllers()).containsExactly(Plan.Controller.REFERENCE, Plan.Controller.TRAINYARD);
        assertThat(plan.root()).isAbsolute();
    }

    @Test
    void everythingCanBeSaidOtherwise() {
        Plan plan = Plan.parse(
                "..",
                "jobs=50",
                "rest=5",
                "limits=lifted",
                "memory=256",
                "java=-Xss256k -Da=b",
                "controllers=trainyard");

        assertThat(plan.jobs()).isEqualTo(50);
        assertThat(plan.limits()).isEqualTo(Limits.LIFTED);
        assertThat(plan.memory()).isEqualTo(256);
        assertThat(plan.javaOptions()).isEqualTo("-Xss256k -Da=b");
        assertThat(plan.controllers()).containsExactly(Plan.Controller.TRAINYARD);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertThatThrownBy(Plan::parse).hasMessageContaining("root folder");
        assertThatThrownBy(() -> Plan.parse("..", "job=5")).hasMessageContaining("'job=5'");
        assertThatThrownBy(() -> Plan.parse("..", "jobs=0")).hasMessageContaining("at least 1");
    }
}

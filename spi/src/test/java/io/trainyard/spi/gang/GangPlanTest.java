package io.trainyard.spi.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GangPlanTest {
    private static final Gang MAIN =
            new Gang("demo", Gang.Role.MAIN, List.of("node"), List.of("launcher"), 3, Map.of());
    private static final Gang DATA =
            new Gang("demo-data-1", Gang.Role.PROLOGUE, List.of("data"), List.of(), 1, Map.of());

    @Test
    void countedAndLatePodsBelongToTheMainGang() {
        // GANG-34
        GangPlan plan = new GangPlan(List.of(MAIN, DATA));

        assertThat(plan.of("node")).isEqualTo(MAIN);
        assertThat(plan.of("launcher")).isEqualTo(MAIN);
        assertThat(plan.of("data")).isEqualTo(DATA);
        assertThatIllegalArgumentException().isThrownBy(() -> plan.of("other")).withMessageContaining("other");
    }

    @Test
    void aPlanBeginsWithTheMainGang() {
        // GANG-33
        assertThatIllegalArgumentException().isThrownBy(() -> new GangPlan(List.of(DATA, MAIN)));
        assertThatIllegalArgumentException().isThrownBy(() -> new GangPlan(List.of()));
    }
}

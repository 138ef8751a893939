package io.trainyard.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PermissionTest {
    @Test
    void aPermissionNamesWhatItNeedsAndNothingElse() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Permission("", List.of("*"), List.of("get")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Permission("", List.of("pods"), List.of("*")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Permission("*", List.of("pods"), List.of("get")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Permission("", List.of(), List.of("get")));
        assertThatIllegalArgumentException().isThrownBy(() -> new Permission("", List.of("pods"), List.of()));
    }

    @Test
    void watchingIncludesReading() {
        assertThat(Permission.toWatch("node.k8s.io", "runtimeclasses").verbs()).containsExactly("get", "list", "watch");
    }

    @Test
    void objectsAreInNamespacesUnlessItIsSaid() {
        assertThat(new Permission("", List.of("pods"), List.of("get")).clusterScoped())
                .isFalse();
        assertThat(Permission.toManage("a.example", "widgets").clusterScoped()).isFalse();
        assertThat(Permission.toGet("a.example", "widgets").ofCluster())
                .isEqualTo(new Permission("a.example", List.of("widgets"), List.of("get"), true));
    }
}

package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class OptionsTest {

    @Test
    void equalWishesAreEqualSoThatOneClusterServesThem() {
        assertThat(Options.full().withAudit(true).withCustomResourceDefinitions(Path.of("x/../crds")))
                .isEqualTo(Options.bare()
                        .withKind(ClusterKind.FULL)
                        .withCustomResourceDefinitions(Path.of("crds"))
                        .withAudit(true));
        assertThat(Options.full()).isNotEqualTo(Options.bare());
        assertThat(Options.full()).isNotEqualTo(Options.full().withServiceAccounts(true));
    }

    @Test
    void aClusterWithoutNodesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.full().withNodes(0))
                .withMessage("nodes is 0 and must be at least 1");
    }
}

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
    void aRunningClusterCanGetOtherDefinitionsAndAnotherJobSetAndNothingElse() {
        Options full = Options.full().withAudit(true);

        assertThat(full.canFollow(full)).isTrue();
        assertThat(full.withCustomResourceDefinitions(Path.of("crds")).canFollow(full))
                .isTrue();
        assertThat(full.canFollow(
                        full.withCustomResourceDefinitions(Path.of("crds")).withAddOns(AddOn.ELASTIC_JOBSET)))
                .isTrue();
        assertThat(full.canFollow(full.withKind(ClusterKind.BARE))).isFalse();
        assertThat(full.canFollow(full.withAudit(false))).isFalse();
        assertThat(full.withServiceAccounts(true).canFollow(full.withServiceAccounts(true)))
                .isFalse();
        assertThat(full.withNodes(7).canFollow(full)).isFalse();
        assertThat(full.canFollow(full.withAddOns(AddOn.KUEUE))).isFalse();
    }

    @Test
    void aClusterWithoutNodesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Options.full().withNodes(0))
                .withMessage("nodes is 0 and must be at least 1");
    }
}

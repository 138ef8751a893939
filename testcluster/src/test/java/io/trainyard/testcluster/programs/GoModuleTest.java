package io.trainyard.testcluster.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class GoModuleTest {

    private final GoModule module = GoModule.fromClassPath();

    @Test
    @DisplayName("RC-1: the versions of Kubernetes, etcd and JobSet")
    void theModuleRequiresTheVersionsThatAreSupported() {
        assertThat(module.requiredVersion("k8s.io/kubernetes")).isEqualTo("v1.36.3");
        assertThat(module.requiredVersion("go.etcd.io/etcd/server/v3")).isEqualTo("v3.6.8");
        assertThat(module.requiredVersion("sigs.k8s.io/jobset")).isEqualTo("v0.12.0");
    }

    @Test
    @DisplayName("RC-1: each of the 33 staging modules has the version of Kubernetes")
    void everyStagingModuleIsReplacedByItsRelease() {
        assertThat(module.files().get("go.mod").lines().filter(line -> line.contains("=>")))
                .hasSize(33)
                .allSatisfy(line -> assertThat(line).endsWith(" v0.36.3"));
    }

    @Test
    void anyChangeOfAVersionChangesTheHash() {
        Map<String, String> other = new HashMap<>(module.files());
        other.computeIfPresent("go.mod", (name, text) -> text.replace("v1.36.3", "v1.36.4"));

        assertThat(module.versionsHash()).matches("[0-9a-f]{12}").isNotEqualTo(new GoModule(other).versionsHash());
    }

    @Test
    void aModuleThatIsNotRequiredIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> module.requiredVersion("example.invalid/none"))
                .hasMessageContaining("example.invalid/none");
    }
}

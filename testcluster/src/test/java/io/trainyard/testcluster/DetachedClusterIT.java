package io.trainyard.testcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.trainyard.testcluster.programs.ProgramFinder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Annotated only so that it is skipped where there are no programs; it starts a cluster of its own. */
@RealCluster(kind = ClusterKind.BARE, audit = true)
final class DetachedClusterIT {

    private final ProgramFinder finder = ProgramFinder.forThisUser(System.err::println);

    @Test
    void aClusterThatWasStartedWithUpRunsUntilDown(@TempDir Path folder) {
        Path run = folder.resolve("run");
        try {
            assertThat(new DetachedCluster(run).up(Options.bare(), finder))
                    .contains("export KUBECONFIG='" + run.resolve("admin.kubeconfig") + "'")
                    .contains("sim/outcome=Succeeded");
            assertThat(isReady(run.resolve("admin.kubeconfig"))).isTrue();
            assertThat(new DetachedCluster(run).up(Options.bare(), finder))
                    .contains("runs already: etcd, kube-apiserver");
        } finally {
            assertThat(new DetachedCluster(run).down()).isEqualTo("Stopped etcd, kube-apiserver.\n");
        }
        assertThat(run).doesNotExist();
        assertThat(new DetachedCluster(run).down()).isEqualTo("Nothing runs in " + run + ".\n");
    }

    private static boolean isReady(Path kubeconfig) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build()) {
            return "ok".equals(client.raw("/readyz"));
        }
    }
}

package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.trainyard.launcher.deploy.Tool;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody with the shipped role kubeflow-trainer-edit in one namespace, which is that of the context, and no other right.
 *
 * @param kubeconfig the file
 */
record OrdinaryUser(Path kubeconfig) {
    /** Lets the test cluster's user without rights into a namespace, with the role that is installed. */
    static OrdinaryUser of(TestCluster cluster, String namespace, Path folder) throws IOException {
        Tool.kubectl()
                .run(
                        "--kubeconfig=" + cluster.kubeconfig(),
                        "-n",
                        namespace,
                        "create",
                        "rolebinding",
                        "trainers",
                        "--clusterrole=kubeflow-trainer-edit",
                        "--user=restricted")
                .expectSuccess();
        return new OrdinaryUser(Files.writeString(
                folder.resolve("user.kubeconfig"),
                Files.readString(cluster.restrictedKubeconfig()) + "    namespace: " + namespace + "\n"));
    }

    Tool.Result kubectl(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--kubeconfig=" + kubeconfig));
        all.addAll(List.of(arguments));
        return Tool.kubectl().run(all.toArray(String[]::new));
    }

    Tool.Result why(String trainJob) {
        return new Tool(Distribution.program()).run("why", trainJob, "--kubeconfig=" + kubeconfig);
    }

    /** Asks once and not again, so that each refusal is seen. It belongs to the caller. */
    KubernetesClient client() throws IOException {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.fromKubeconfig(kubeconfig.toFile()))
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }
}

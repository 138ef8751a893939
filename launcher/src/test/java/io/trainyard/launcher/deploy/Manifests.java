package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.TestCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Manifests, installed on a cluster and taken away again.
 *
 * @param file where they are, as one YAML stream
 */
record Manifests(TestCluster cluster, Path file) {
    private static final Set<String> STAYS = Set.of("CustomResourceDefinition", "Namespace");

    static Manifests write(TestCluster cluster, Path folder, String yaml) {
        try {
            return new Manifests(cluster, Files.writeString(folder.resolve("manifests.yaml"), yaml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As an administrator applies them; what kubectl says. */
    String apply(String... further) {
        return kubectl("apply", further);
    }

    /** A second time changes nothing, and there is no difference to be seen. What kubectl prints does not tell: it says "configured" too often. */
    void expectNoChange() {
        List<String> before = versions();
        apply();
        assertThat(versions()).isNotEmpty().isEqualTo(before);
        kubectl("diff");
    }

    /** Generations, which a change of the specification raises but not one of the status; versions of objects that have none. */
    private List<String> versions() {
        KubernetesClient admin = cluster.adminClient();
        return objects().stream()
                .map(object -> admin.resource(object).get())
                .map(live -> live.getKind() + " " + live.getMetadata().getName() + " "
                        + (live.getMetadata().getGeneration() == null
                                ? live.getMetadata().getResourceVersion()
                                : "generation " + live.getMetadata().getGeneration()))
                .toList();
    }

    List<HasMetadata> objects() {
        try {
            return cluster.adminClient()
                    .load(new ByteArrayInputStream(Files.readString(file).getBytes(StandardCharsets.UTF_8)))
                    .items();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes away everything that would be in the way of other tests. */
    void delete() {
        KubernetesClient admin = cluster.adminClient();
        objects().stream().filter(object -> !STAYS.contains(object.getKind())).forEach(object -> admin.resource(object)
                .delete());
    }

    private String kubectl(String command, String... further) {
        List<String> arguments = new java.util.ArrayList<>(
                List.of("--kubeconfig", cluster.kubeconfig().toString(), command, "-f", file.toString()));
        arguments.addAll(List.of(further));
        return Tool.kubectl().run(arguments.toArray(String[]::new)).expectSuccess();
    }
}

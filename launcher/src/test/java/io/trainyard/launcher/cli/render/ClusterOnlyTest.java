package io.trainyard.launcher.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.manifest.ManifestReader;
import io.trainyard.core.manifest.Manifests;
import io.trainyard.foundation.yaml.YamlDocuments;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LOCAL-124a: what only a cluster can know is said, not guessed")
final class ClusterOnlyTest {
    private static final Manifests NOTHING = ManifestReader.read(List.of(), "default", kind -> Optional.empty());

    private static List<HasMetadata> jobSet(String queue, String pod) throws IOException {
        return List.of(new ObjectMapper(new YAMLFactory())
                .readValue(
                        """
                        apiVersion: jobset.x-k8s.io/v1alpha2
                        kind: JobSet
                        metadata: {name: mnist, labels: {%s}}
                        spec: {replicatedJobs: [{name: node, template: {spec: {template: {spec: {%s}}}}}]}
                        """
                                .formatted(queue, pod),
                        GenericKubernetesResource.class));
    }

    @Test
    @DisplayName("names of classes and queues")
    void namesAreListed() throws IOException {
        assertThat(ClusterOnly.note(
                        jobSet(
                                "kueue.x-k8s.io/queue-name: team-a",
                                "priorityClassName: gold, runtimeClassName: gvisor"),
                        NOTHING.others()))
                .contains(
                        "only a cluster knows whether these exist, and whether its quotas leave room: LocalQueue team-a,"
                                + " PriorityClass gold, RuntimeClass gvisor");
    }

    @Test
    @DisplayName("but not what every cluster has, nor what the files hold")
    void whatIsKnownIsNotListed() throws IOException {
        Manifests files = ManifestReader.read(
                List.of(YamlDocuments.read(
                        "f.yaml",
                        "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: gold}, value: 1}")),
                "default",
                kind -> Optional.empty());

        assertThat(ClusterOnly.note(jobSet("", "priorityClassName: gold"), files.others()))
                .isEmpty();
        assertThat(ClusterOnly.note(jobSet("", "priorityClassName: system-node-critical"), NOTHING.others()))
                .isEmpty();
    }
}

package io.trainyard.launcher.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.SortedMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The definitions as a real API server sees them. With {@code -Dcrds.write=true} the files are written first: that is how
 * they are generated.
 */
@RealCluster(kind = ClusterKind.BARE)
class CustomResourceDefinitionsIT {

    @Test
    @DisplayName("The checked-in files are what the sources and this API server's types give")
    void filesCanBeGeneratedAgain(TestCluster cluster) throws IOException {
        KubernetesClient client = cluster.adminClient();
        SortedMap<String, String> files = CustomResourceDefinitions.generate(
                CheckedInDefinitions.SOURCES, new OpenApiSchemas(document -> openApi(client, document)));

        assertThat(files.keySet())
                .containsExactlyElementsOf(CheckedInDefinitions.PLURALS.stream()
                        .map(CheckedInDefinitions::fileName)
                        .toList());
        for (var file : files.entrySet()) {
            var path = CheckedInDefinitions.FOLDER.resolve(file.getKey());
            if (Boolean.getBoolean("crds.write")) {
                Files.writeString(path, file.getValue());
            }
            // Not isEqualTo, whose message would hold both files.
            assertThat(Files.readString(path).equals(file.getValue()))
                    .as("%s is up to date; generate it again with -Dcrds.write=true", file.getKey())
                    .isTrue();
        }
    }

    @Test
    @DisplayName("T-13, T-14: all definitions are accepted, rules included, and served in both versions")
    void definitionsAreEstablished(TestCluster cluster) {
        cluster.installCustomResourceDefinitions(CheckedInDefinitions.FOLDER);

        for (String plural : CheckedInDefinitions.PLURALS) {
            CustomResourceDefinition definition = cluster.adminClient()
                    .apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName(plural + ".trainer.kubeflow.org")
                    .get();
            assertThat(definition.getStatus().getStoredVersions()).containsExactly("v1alpha1");
            assertThat(definition.getStatus().getConditions())
                    .filteredOn(condition -> condition.getStatus().equals("True"))
                    .extracting(condition -> condition.getType())
                    .contains("Established", "NamesAccepted")
                    .doesNotContain("NonStructuralSchema");
            for (String version : new String[] {"v1alpha1", "v2alpha1"}) {
                assertThat(cluster.adminClient().raw("/apis/trainer.kubeflow.org/" + version + "/" + plural))
                        .contains("\"items\"");
            }
        }
    }

    private static JsonNode openApi(KubernetesClient client, String document) {
        try {
            return new ObjectMapper().readTree(client.raw("/openapi/v3/" + document));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

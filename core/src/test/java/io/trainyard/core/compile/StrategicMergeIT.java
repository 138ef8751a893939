package io.trainyard.core.compile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.PodTemplate;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.core.fixture.TreeDifferences;
import io.trainyard.foundation.patch.PatchException;
import io.trainyard.foundation.patch.StrategicMerge;
import io.trainyard.foundation.schema.StructuralSchema;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@RealCluster(kind = ClusterKind.BARE)
@DisplayName("StrategicMerge beside a real API server")
final class StrategicMergeIT {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final String REFERENCE = "#/components/schemas/";
    private static final int PATCHES = 250;

    @Test
    @DisplayName("the table of merge keys is the one that the API server publishes for pod templates (PIPE-37)")
    void theTableIsThatOfTheApiServer(TestCluster cluster) throws JsonProcessingException {
        Map<String, Object> document = MAPPER.readValue(cluster.adminClient().raw("/openapi/v3/api/v1"), TREE);
        Map<String, Object> schemas = Tree.child(document, "components", "schemas");
        Map<String, String> published = new TreeMap<>();
        walk(schemas, Tree.child(schemas, "io.k8s.api.core.v1.PodTemplateSpec"), "", new HashSet<>(), published);
        Map<String, String> ours = new TreeMap<>();
        walk(MergeTable.POD_TEMPLATE, "", ours);

        assertThat(published).hasSizeGreaterThan(15);
        assertThat(ours).isEqualTo(published);
    }

    @Test
    @DisplayName("patches give what the API server gives, the order of every list included (PIPE-35, PIPE-36)")
    void patchesGiveTheSame(TestCluster cluster, TestNamespace namespace) {
        int accepted = 0;
        try (KubernetesClient client = impatient(cluster)) {
            for (int seed = 0; seed < PATCHES; seed++) {
                RandomPatches random = new RandomPatches(seed);
                accepted += compare(client, namespace.name(), seed, random.template(), random.patch());
            }
        }
        assertThat(accepted).as("patches that the API server took").isGreaterThan(PATCHES / 3);
    }

    @Test
    @DisplayName("so do patches with directives, and what the API server refuses is refused")
    void directivesGiveTheSame(TestCluster cluster, TestNamespace namespace) {
        int accepted = 0;
        try (KubernetesClient client = impatient(cluster)) {
            for (int seed = PATCHES; seed < 2 * PATCHES; seed++) {
                RandomPatches random = new RandomPatches(seed);
                accepted += compare(client, namespace.name(), seed, random.template(), random.patchWithDirectives());
            }
        }
        assertThat(accepted).as("patches that the API server took").isGreaterThan(PATCHES / 5);
    }

    /** The API server answers 500 to a malformed patch, which the client would send again and again. */
    private static KubernetesClient impatient(TestCluster cluster) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(cluster.adminClient().getConfiguration())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    private static int compare(
            KubernetesClient admin,
            String namespace,
            int seed,
            Map<String, Object> template,
            Map<String, Object> patch) {
        String name = "t" + seed;
        PodTemplate stored =
                admin.resource(podTemplate(namespace, name, template)).create();
        Optional<Map<String, Object>> theirs = attempt(() -> admin.v1()
                .podTemplates()
                .inNamespace(namespace)
                .withName(name)
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.STRATEGIC_MERGE)
                                .withDryRun(List.of("All"))
                                .build(),
                        json(Map.of("template", patch))));
        Optional<Map<String, Object>> ours = attempt(() -> admin.resource(podTemplate(
                        namespace, "merged", StrategicMerge.apply(MergeTable.POD_TEMPLATE, tree(stored), patch)))
                .dryRun()
                .create());
        String situation = "seed " + seed + "\n" + json(tree(stored)) + "\npatched with\n" + json(patch);
        assertThat(ours.isPresent()).as(situation).isEqualTo(theirs.isPresent());
        if (theirs.isPresent()) {
            assertThat(TreeDifferences.between(theirs.get(), ours.orElseThrow()))
                    .as(situation)
                    .isEmpty();
            return 1;
        }
        return 0;
    }

    private interface Request {
        PodTemplate send();
    }

    private static Optional<Map<String, Object>> attempt(Request request) {
        try {
            return Optional.of(tree(request.send()));
        } catch (PatchException refused) {
            return Optional.empty();
        } catch (KubernetesClientException refused) {
            assertThat(refused.getCode()).as(refused.getMessage()).isIn(400, 422, 500);
            return Optional.empty();
        }
    }

    private static PodTemplate podTemplate(String namespace, String name, Map<String, Object> template) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("apiVersion", "v1");
        object.put("kind", "PodTemplate");
        object.put("metadata", Map.of("name", name, "namespace", namespace));
        object.put("template", template);
        return MAPPER.convertValue(object, PodTemplate.class);
    }

    private static Map<String, Object> tree(PodTemplate object) {
        return Tree.child(MAPPER.convertValue(object, TREE), "template");
    }

    private static String json(Object tree) {
        try {
            return MAPPER.writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void walk(StructuralSchema schema, String path, Map<String, String> found) {
        schema.properties().forEach((name, property) -> {
            String here = path + "." + name;
            property.patchStrategy()
                    .ifPresent(
                            strategy -> found.put(here, property.patchMergeKey().orElse("")));
            walk(property, here, found);
            property.items().ifPresent(items -> walk(items, here, found));
        });
    }

    private static void walk(
            Map<String, Object> schemas,
            Map<String, Object> schema,
            String path,
            Set<String> parents,
            Map<String, String> found) {
        Tree.child(schema, "properties").forEach((name, property) -> {
            String here = path + "." + name;
            if (Tree.string(property, "x-kubernetes-patch-strategy").orElse("").contains("merge")) {
                found.put(
                        here,
                        Tree.string(property, "x-kubernetes-patch-merge-key").orElse(""));
            }
            for (Object place : List.of(property, Tree.child(property, "items"))) {
                for (String reference : references(place)) {
                    if (parents.add(reference)) {
                        walk(schemas, Tree.child(schemas, reference), here, parents, found);
                        parents.remove(reference);
                    }
                }
            }
        });
    }

    private static List<String> references(Object place) {
        List<String> references = new ArrayList<>();
        Tree.string(place, "$ref").ifPresent(references::add);
        Tree.objects(place, "allOf").forEach(part -> Tree.string(part, "$ref").ifPresent(references::add));
        return references.stream()
                .map(reference -> reference.substring(REFERENCE.length()))
                .toList();
    }
}

package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Roles for users of a namespace (API-228, OPS-64)")
final class UserRolesTest {
    private static final Path FILE = Tool.DEPLOY.resolve("user-roles/user-roles.yaml");
    private static final Set<String> READING = Set.of("get", "list", "watch");

    @Test
    void editorsMayScaleTrainJobs() throws IOException {
        assertThat(verbs("kubeflow-trainer-edit", "trainjobs/scale")).containsExactly("get", "patch", "update");
    }

    @Test
    void administratorsOfANamespaceMayDoWhatEditorsMay() throws IOException {
        assertThat(rules("kubeflow-trainer-admin")).isNotEmpty().isEqualTo(rules("kubeflow-trainer-edit"));
    }

    @Test
    void editorsMayMakeRuntimesOfTheirNamespaceAndNoneForTheCluster() throws IOException {
        assertThat(verbs("kubeflow-trainer-edit", "trainingruntimes"))
                .contains("create", "update", "patch", "delete", "get", "list");
        assertThat(verbs("kubeflow-trainer-edit", "clustertrainingruntimes")).isEmpty();
    }

    @Test
    void nobodyMayReadOrChangeSecrets() throws IOException {
        assertThat(verbs("kubeflow-trainer-edit", "secrets")).containsExactly("create", "delete");
        assertThat(verbs("kubeflow-trainer-view", "secrets")).isEmpty();
    }

    @Test
    void whatWhyLooksAtIsReadByViewersAndEditors() throws IOException {
        for (String role : List.of("kubeflow-trainer-edit", "kubeflow-trainer-view")) {
            for (String kind : List.of("jobsets", "jobs", "events", "podgroups", "workloads", "resourcequotas")) {
                assertThat(verbs(role, kind)).as("%s of %s", kind, role).contains("get", "list", "watch");
            }
        }
    }

    @Test
    void editorsMayLetAGangStartThatHasBecomeTooSmall() throws IOException {
        assertThat(verbs("kubeflow-trainer-edit", "podgroups"))
                .containsExactly("get", "list", "patch", "update", "watch");
    }

    @Test
    void viewersMayOnlyRead() throws IOException {
        assertThat(rules("kubeflow-trainer-view")).isNotEmpty().allSatisfy(rule -> assertThat(READING)
                .containsAll(rule.getVerbs()));
    }

    @Test
    void nobodyMayWriteTheStatus() throws IOException {
        assertThat(verbs("kubeflow-trainer-edit", "trainjobs/status")).containsExactly("get");
        assertThat(verbs("kubeflow-trainer-view", "trainjobs/status")).containsExactly("get");
    }

    private static Set<String> verbs(String role, String resource) throws IOException {
        return rules(role).stream()
                .filter(rule -> rule.getResources().contains(resource))
                .map(PolicyRule::getVerbs)
                .flatMap(Collection::stream)
                .collect(TreeSet::new, Set::add, Set::addAll);
    }

    private static List<PolicyRule> rules(String role) throws IOException {
        try (InputStream content = Files.newInputStream(FILE)) {
            Object all = new KubernetesSerialization().unmarshal(content);
            return ((Collection<?>) all)
                    .stream()
                            .map(HasMetadata.class::cast)
                            .filter(object -> object.getMetadata().getName().equals(role))
                            .map(ClusterRole.class::cast)
                            .findFirst()
                            .orElseThrow()
                            .getRules();
        }
    }
}

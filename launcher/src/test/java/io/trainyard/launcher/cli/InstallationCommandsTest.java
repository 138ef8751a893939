package io.trainyard.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.admission.trainjob.PodSecurityRules;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.install.RuntimeInstaller;
import io.trainyard.spi.Permission;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The commands rbac and install-runtimes")
final class InstallationCommandsTest {
    private final RecordingServices services = new RecordingServices();

    @Test
    @DisplayName("runtimes lists what a TrainJob may name, with the framework (LOCAL-144)")
    void runtimesAreListed(@TempDir Path runtimes) throws Exception {
        Files.writeString(
                runtimes.resolve("r.yaml"),
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: torch-mine, labels: {trainer.kubeflow.org/framework: torch}}
                spec: {mlPolicy: {numNodes: 3, torch: {}}, template: {spec: {replicatedJobs: []}}}
                """);

        CommandRun run = CommandRun.of(new RecordingServices(), "runtimes", "--runtimes", runtimes.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("RUNTIME     FRAMEWORK  NODES\ntorch-mine  torch      3\n");
    }

    @Test
    @DisplayName(
            "rules of plugins follow those of the controller, and plugins that need the same share a rule (OPS-50)")
    void rolesHoldWhatPluginsNeed() {
        Permission groups = Permission.toManage("scheduling.example", "podgroups");
        services.permissions = Map.of("alpha", List.of(groups), "beta", List.of(groups));

        CommandRun run = CommandRun.of(services, "rbac", "--namespace", "elsewhere");

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("kind: ClusterRole\n", "resources: [jobsets]", "namespace: elsewhere")
                .containsPattern("# plugin (alpha, beta|beta, alpha)\n  - apiGroups: \\[scheduling.example]")
                .containsOnlyOnce("podgroups");
    }

    @Test
    @DisplayName(
            "OPS-50a: nobody replaces objects as a whole, changes runtimes, or has rights of plugins that are left out")
    void rolesHoldNoMoreThanIsNeeded() {
        services.permissions = Map.of(
                "alpha", List.of(Permission.toApply("scheduling.example", "podgroups")),
                "beta", List.of(Permission.toApply("autoscaling", "horizontalpodautoscalers")));

        ClusterRole role = (ClusterRole)
                objects(CommandRun.of(services, "rbac", "--without", "alpha").out())
                        .get("ClusterRole kubeflow-trainer-controller-manager");

        assertThat(resources(role.getRules()))
                .contains("horizontalpodautoscalers")
                .doesNotContain("podgroups");
        assertThat(role.getRules()).allSatisfy(rule -> {
            if (rule.getResources().toString().contains("runtimes]")) {
                assertThat(rule.getVerbs()).containsExactly("get", "list", "watch");
            }
            if (rule.getVerbs().contains("update")) {
                assertThat(rule.getResourceNames().size() + rule.getResources().indexOf("trainjobs/finalizers"))
                        .as(rule.toString())
                        .isBetween(0, 1);
            }
        });
    }

    @Test
    @DisplayName(
            "install-runtimes --restricted gives pods what Pod Security restricted asks for, and leaves them as they are without (RT-20)")
    void restrictedRuntimes() {
        for (boolean restricted : List.of(false, true)) {
            List<String> words = new ArrayList<>(List.of("install-runtimes", "--file", "../deploy/runtimes"));
            if (restricted) {
                words.add("--restricted");
            }
            assertThat(CommandRun.of(services, words.toArray(String[]::new)).code())
                    .isZero();
            List<Map<String, Object>> trainers = services.installed.runtimes().stream()
                    .flatMap(
                            runtime -> runtime.getSpec().template().spec().get("replicatedJobs") instanceof List<?> jobs
                                    ? jobs.stream()
                                    : Stream.empty())
                    .map(job -> Tree.child(job, "template", "spec", "template", "spec"))
                    .filter(pod -> Tree.objects(pod, "containers").stream()
                            .anyMatch(container -> "node".equals(container.get("name"))))
                    .toList();
            assertThat(trainers).hasSizeGreaterThan(20).allSatisfy(pod -> assertThat(
                            PodSecurityRules.problems("restricted", pod).isEmpty())
                    .isEqualTo(restricted));
        }
    }

    @Test
    @DisplayName("--plugin prints what one plugin needs beyond the rest, and its binding")
    void onePluginAlone() {
        services.permissions = Map.of("acme", List.of(Permission.toWatch("acme.example", "widgets")));

        CommandRun run = CommandRun.of(services, "rbac", "--plugin", "acme");

        assertThat(run.out())
                .contains(
                        "name: kubeflow-trainer-controller-manager-acme", "resources: [widgets]", "ClusterRoleBinding")
                .doesNotContain("jobsets");
    }

    @Test
    @DisplayName(
            "OPS-62: what lives in namespaces is granted by a Role in each that is served, and nothing of it for the whole cluster")
    void eachServedNamespaceGetsARole() {
        services.permissions = Map.of(
                "alpha",
                List.of(
                        Permission.toManage("scheduling.example", "podgroups"),
                        Permission.toWatch("scheduling.example", "sites").ofCluster()));

        CommandRun run = CommandRun.of(services, "rbac", "--namespaces", "team-a,on");

        assertThat(run.code()).as(run.err()).isZero();
        Map<String, HasMetadata> objects = objects(run.out());
        assertThat(objects.keySet())
                .containsExactlyInAnyOrder(
                        "ClusterRole kubeflow-trainer-controller-manager",
                        "Role kubeflow-system/kubeflow-trainer-controller-manager",
                        "Role team-a/kubeflow-trainer-controller-manager-jobs",
                        "RoleBinding team-a/kubeflow-trainer-controller-manager-jobs",
                        "Role on/kubeflow-trainer-controller-manager-jobs",
                        "RoleBinding on/kubeflow-trainer-controller-manager-jobs");
        ClusterRole ofCluster = (ClusterRole) objects.get("ClusterRole kubeflow-trainer-controller-manager");
        Role ofNamespace = (Role) objects.get("Role team-a/kubeflow-trainer-controller-manager-jobs");
        assertThat(resources(ofCluster.getRules()))
                .containsExactlyInAnyOrder(
                        "clustertrainingruntimes",
                        "mutatingwebhookconfigurations",
                        "validatingwebhookconfigurations",
                        "tokenreviews",
                        "subjectaccessreviews",
                        "runtimeclasses",
                        "sites");
        assertThat(resources(ofNamespace.getRules()))
                .contains("trainjobs", "trainingruntimes", "jobsets", "services", "podgroups")
                .doesNotContainAnyElementsOf(resources(ofCluster.getRules()));
        RoleBinding binding = (RoleBinding) objects.get("RoleBinding on/kubeflow-trainer-controller-manager-jobs");
        assertThat(binding.getRoleRef().getKind()).isEqualTo("Role");
        assertThat(binding.getSubjects().get(0).getNamespace()).isEqualTo("kubeflow-system");
    }

    @Test
    @DisplayName("OPS-62: together, the roles of a namespace grant what those for all namespaces do")
    void nothingGetsLostBetweenRoles() {
        services.permissions = Map.of("alpha", List.of(Permission.toWatch("a.example", "widgets")));

        List<String> whole = allResources(CommandRun.of(services, "rbac").out());

        assertThat(allResources(CommandRun.of(services, "rbac", "--namespaces", "team-a")
                        .out()))
                .containsExactlyInAnyOrderElementsOf(whole);
    }

    @Test
    @DisplayName("OPS-62: the namespaces of the configuration are served, and those of the command line win")
    void theConfigurationNamesNamespaces(@TempDir Path folder) throws IOException {
        Path config = Files.writeString(
                folder.resolve("c.yaml"),
                "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n"
                        + "trainyard: {watchNamespaces: [team-a]}\n");

        assertThat(CommandRun.of(services, "rbac", "--config", config.toString())
                        .out())
                .contains("namespace: team-a\n");
        assertThat(CommandRun.of(services, "rbac", "--config", config.toString(), "--namespaces", "team-b")
                        .out())
                .contains("namespace: team-b\n")
                .doesNotContain("team-a");
    }

    @Test
    @DisplayName("OPS-62: --plugin prints Roles for what lives in namespaces, and a ClusterRole for the rest")
    void onePluginAloneInSomeNamespaces() {
        services.permissions = Map.of(
                "acme",
                List.of(
                        Permission.toWatch("acme.example", "widgets"),
                        Permission.toWatch("acme.example", "sites").ofCluster()));

        assertThat(objects(CommandRun.of(services, "rbac", "--plugin", "acme", "--namespaces", "team-a")
                                .out())
                        .keySet())
                .containsExactlyInAnyOrder(
                        "ClusterRole kubeflow-trainer-controller-manager-acme",
                        "ClusterRoleBinding kubeflow-trainer-controller-manager-acme",
                        "Role team-a/kubeflow-trainer-controller-manager-acme",
                        "RoleBinding team-a/kubeflow-trainer-controller-manager-acme");
    }

    @Test
    @DisplayName(
            "OPS-61: Secrets of any name are a role of their own, which is bound in chosen namespaces and nowhere else; the rest of the rule stays")
    void secretsAreGrantedByNamespace() {
        services.permissions =
                Map.of("mpi", List.of(new Permission("", List.of("configmaps", "secrets"), List.of("create", "get"))));
        String name = "kubeflow-trainer-controller-manager-secrets";

        Map<String, HasMetadata> unbound =
                objects(CommandRun.of(services, "rbac").out());
        Map<String, HasMetadata> bound =
                objects(CommandRun.of(services, "rbac", "--namespaces", "team-a,team-b", "--secrets-in", "team-a")
                        .out());

        assertThat(unbound.keySet())
                .containsExactly(
                        "ClusterRole kubeflow-trainer-controller-manager",
                        "Role kubeflow-system/kubeflow-trainer-controller-manager",
                        "ClusterRole " + name);
        ClusterRole everything = (ClusterRole) unbound.get("ClusterRole kubeflow-trainer-controller-manager");
        assertThat(resources(everything.getRules())).contains("configmaps").doesNotContain("secrets");
        assertThat(((ClusterRole) unbound.get("ClusterRole " + name)).getRules())
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.getResources()).containsExactly("secrets");
                    assertThat(rule.getVerbs()).containsExactly("create", "get");
                });
        assertThat(bound.keySet()).contains("RoleBinding team-a/" + name).doesNotContain("RoleBinding team-b/" + name);
        RoleBinding binding = (RoleBinding) bound.get("RoleBinding team-a/" + name);
        assertThat(binding.getRoleRef().getKind()).isEqualTo("ClusterRole");
        Role jobs = (Role) bound.get("Role team-a/kubeflow-trainer-controller-manager-jobs");
        assertThat(resources(jobs.getRules())).contains("configmaps").doesNotContain("secrets");
    }

    @Test
    @DisplayName("OPS-61: a plugin's Secrets are a role of its own, too")
    void secretsOfOnePlugin() {
        services.permissions = Map.of("acme", List.of(Permission.toGet("", "secrets")));
        String name = "kubeflow-trainer-controller-manager-acme-secrets";

        assertThat(objects(CommandRun.of(services, "rbac", "--plugin", "acme", "--secrets-in", "team-a")
                                .out())
                        .keySet())
                .containsExactly("ClusterRole " + name, "RoleBinding team-a/" + name);
    }

    @Test
    @DisplayName("OPS-61: Secrets in a namespace that is not served would be a right without a use")
    void secretsWhereNobodyIsServedAreRefused() {
        CommandRun run = CommandRun.of(services, "rbac", "--namespaces", "team-a", "--secrets-in", "team-b");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--secrets-in: team-b is not served", "team-a");
    }

    @Test
    void aNameThatNoNamespaceCanHaveIsRefused() {
        CommandRun run = CommandRun.of(services, "rbac", "--namespaces", "team-a,Team_B");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--namespaces", "Team_B");
    }

    private static Map<String, HasMetadata> objects(String yaml) {
        Map<String, HasMetadata> objects = new LinkedHashMap<>();
        for (String document : yaml.split("---\n")) {
            HasMetadata object = new KubernetesSerialization().unmarshal(document);
            String namespace = object.getMetadata().getNamespace();
            objects.put(
                    object.getKind() + " " + (namespace == null ? "" : namespace + "/")
                            + object.getMetadata().getName(),
                    object);
        }
        return objects;
    }

    private static List<String> resources(List<PolicyRule> rules) {
        return rules.stream().flatMap(rule -> rule.getResources().stream()).toList();
    }

    private static List<String> allResources(String yaml) {
        List<String> all = new ArrayList<>();
        objects(yaml).values().forEach(object -> {
            if (object instanceof ClusterRole role) {
                all.addAll(resources(role.getRules()));
            } else if (object instanceof Role role) {
                all.addAll(resources(role.getRules()));
            }
        });
        return all;
    }

    @Test
    void aPluginThatAsksForNothingIsNamed() {
        CommandRun run = CommandRun.of(services, "rbac", "--plugin", "acme");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--plugin", "acme", "none");
    }

    @Test
    @DisplayName("HELM-23, HELM-24: runtimes are handed over with the label, and the report is printed")
    void runtimesAreInstalled(@TempDir Path folder) throws IOException {
        Path file = Files.copy(Path.of("../deploy/runtimes/torch-distributed.yaml"), folder.resolve("runtime.yaml"));

        CommandRun run = CommandRun.of(services, "install-runtimes", "--file", file.toString(), "--prune");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("applied torch-distributed\ndeleted old\n");
        RuntimeInstaller.Request request = services.installed;
        assertThat(request).isNotNull();
        assertThat(request.runtimes())
                .extracting(runtime -> runtime.getMetadata().getName())
                .containsExactly("torch-distributed");
        assertThat(request.prune()).isTrue();
        assertThat(request.labels()).containsEntry("trainer.kubeflow.org/managed-by", "runtimes-installer");
    }

    @Test
    void anythingElseThanARuntimeForTheWholeClusterIsRefused() {
        CommandRun run = CommandRun.of(services, "install-runtimes", "--file", "../examples/plain.yaml");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--file", "only ClusterTrainingRuntimes");
    }

    @Test
    @DisplayName("an installation without runtimes is an empty file, which takes away those of before")
    void nothingIsAnInstallationToo(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n");

        assertThat(CommandRun.of(services, "install-runtimes", "--file", file.toString(), "--prune")
                        .code())
                .isZero();
    }
}

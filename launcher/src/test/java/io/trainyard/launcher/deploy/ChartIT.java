package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.programs.DeploymentTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** The Helm chart, rendered by Helm. */
@RealCluster(audit = true, customResourceDefinitions = "../deploy/crds")
@DisplayName("The Helm chart (HELM-20 to HELM-32)")
final class ChartIT {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String CHART = Tool.DEPLOY.resolve("helm/trainyard").toString();
    /** All of them, with their defaults. */
    private static final String KUBEFLOW = "src/test/resources/deploy/kubeflow-values.yaml";
    /** By options; many lines of the table are about one rendering. */
    private static final Map<String, List<JsonNode>> RENDERED = new HashMap<>();

    @ParameterizedTest(name = "{0}: {2}{3} = {4}")
    @CsvFileSource(resources = "/deploy/chart-options.csv", numLinesToSkip = 1, delimiter = '|')
    @DisplayName("an option does what the values file says")
    void anOptionDoesWhatItSays(String options, String kind, String name, String pointer, String expected) {
        List<JsonNode> objects =
                RENDERED.computeIfAbsent(options == null ? "" : options, each -> objects(render("t", each)));

        List<JsonNode> found = objects.stream()
                .filter(object -> object.at("/kind").asText().equals(kind)
                        && object.at("/metadata/name").asText().equals(name))
                .toList();
        if ("absent".equals(expected) && pointer == null) {
            assertThat(found).isEmpty();
            return;
        }
        assertThat(found)
                .as("among "
                        + objects.stream()
                                .map(object -> object.at("/kind").asText() + " "
                                        + object.at("/metadata/name").asText())
                                .toList())
                .hasSize(1);
        JsonNode value = pointer == null ? found.get(0) : found.get(0).at(pointer);
        if ("absent".equals(expected)) {
            assertThat(value.isMissingNode()).as(value.toString()).isTrue();
        } else if (expected != null && expected.startsWith("~")) {
            assertThat(value.isValueNode() ? value.asText() : value.toString()).contains(expected.substring(1));
        } else if (!"present".equals(expected)) {
            assertThat(value.isValueNode() ? value.asText() : value.toString()).isEqualTo(expected);
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "--set manager.replica=2 | replica",
                "--set manager.replicas=two | replicas",
                "--set manager.config.webhook.port=70000 | port",
                "--set webhook.failurePolicy=Maybe | failurePolicy",
                "--set manager.config.leaderElection.leaseDuration=15 | leaseDuration",
                "--set manager.config.leaderElection.leaderElect=sometimes | leaderElect",
                "--set runtimes.torchDistributed.enable=true | enable",
                "--set runtimes.bogus.enabled=true | bogus",
                "--set manager.config.trainyard.bogus=1 | bogus",
                "--set manager.resources.limit=1 | limit",
                "--set image.digest=abc | digest",
                "--set podMonitor.enabled=true | podMonitor.enabled needs podMonitor.authorization",
                "--set podMonitor.enabled=true --set serviceMonitor.enabled=true | would read everything twice",
                "--set podMonitor.enabled=true --set-string manager.config.metrics.bindAddress=0 | podMonitor.enabled needs metrics",
                "--set dashboard.ingress.enabled=true | manager.config.trainyard.dashboard.enabled=true",
                "--set dashboard.ingress.enabled=true | a name in dashboard.ingress.hosts",
                "--set dataCache.enabled=true | --set runtimes.torchWithData.enabled=true",
                "--set dataCache.runtimes.torchDistributedWithCache.enabled=true | Trainyard has no data cache",
                "--set manager.config.featureGates.DynamicResourceAllocation=true | manager.config.featureGates.DynamicResourceAllocation=false",
                "--set jobset.install=true | kubectl apply --server-side -f https://github.com/kubernetes-sigs/jobset/releases/",
                "--set-string runtimes.restricted=yes | restricted",
                "--set manager.config.certManagement.serviceName=a --set manager.config.certManagement.webhookServiceName=b | webhookServiceName, its old name, is b; leave one out",
                "--set manager.config.certManagement.secretName=a --set manager.config.certManagement.webhookSecretName=b | webhookSecretName, its old name, is b; leave one out",
                "--set jobset.install=true | install JobSet 0.11 or newer first",
                "--set manager.config.metrics.secureServing=false | tokens must not travel in the open",
                "--set manager.config.leaderElection.leaderElect=false | must be true, with one replica, too",
                "--set serviceMonitor.enabled=true --set-string manager.config.metrics.bindAddress=0 | serviceMonitor.enabled needs metrics",
                "--set plugins[0].name=acme | either an image or a volume",
                "--set manager.config.leaderElection.resourceNamespace=elsewhere | leave it empty",
                "--set watchNamespaces={Team_A} | watchNamespaces",
                "--set schedulers={slurm} | schedulers",
                "--set watchNamespaces={team-a,team-a} | watchNamespaces",
                "--set watchNamespaces=team-a | watchNamespaces",
                "--set rbac.secrets.namespaces={Team_A} | namespaces",
                "--set watchNamespaces={team-a} --set rbac.secrets.namespaces={team-b} | team-b is not among watchNamespaces",
                "--set watchNamespaces={team-a} --set rbac.secrets.clusterWide=true | name those with MPI jobs in rbac.secrets.namespaces",
                "--set rbac.metricsReaders[0].name=prometheus | namespace",
                "--set manager.config.trainyard.watchNamespaces={team-a} | set watchNamespaces at the top of the values"
            })
    @DisplayName("a wrong value is refused, and the message names it")
    void aWrongValueIsRefused(String options, String message) {
        Tool.Result result = run("t", options);

        assertThat(result.code()).isNotZero();
        assertThat(result.output()).contains(message);
    }

    @Test
    @DisplayName(
            "with the release's name and nameOverride of the reference's chart, all names are those of its objects (HELM-21)")
    void namesOfTheReference() {
        List<JsonNode> objects = objects(render("kubeflow-trainer", "--set nameOverride=kubeflow-trainer"));

        assertThat(objects)
                .extracting(object -> object.at("/kind").asText() + " "
                        + object.at("/metadata/name").asText())
                .contains(
                        "Deployment kubeflow-trainer-controller-manager",
                        "Service kubeflow-trainer-controller-manager",
                        "ServiceAccount kubeflow-trainer-controller-manager",
                        "ClusterRole kubeflow-trainer-controller-manager",
                        "ConfigMap kubeflow-trainer-config",
                        "ConfigMap kubeflow-trainer-public",
                        "MutatingWebhookConfiguration defaulter.trainer.kubeflow.org",
                        "ValidatingWebhookConfiguration validator.trainer.kubeflow.org");
        assertThat(objects.toString()).contains("kubeflow-trainer-webhook-cert");
    }

    @Test
    @DisplayName("runtimes for gang schedulers are installed by their own switch only, not by that for all")
    void gangRuntimesAreOff() {
        String usual = runtimes(render("t", "--set runtimes.defaultEnabled=true"));

        assertThat(usual).contains("name: torch-distributed\n").doesNotContain("podGroupPolicy");
        assertThat(runtimes(render("t", "--set runtimes.torchDistributedWithKai.enabled=true")))
                .contains("name: torch-distributed-with-kai", "trainer.kubeflow.org/webhook-validation: disabled")
                .doesNotContain("name: torch-distributed\n", "with-volcano", "with-coscheduling");
    }

    @Test
    @DisplayName("metrics are for whoever may read them, in the chart and in both kustomize configurations (OPS-31)")
    void metricsAreGuarded() throws IOException {
        String chart = objects(render("t", "")).stream()
                .filter(object -> object.at("/metadata/name").asText().equals("t-trainyard-config"))
                .map(object -> object.at("/data/controller_manager_config.yaml").asText())
                .findFirst()
                .orElseThrow();

        for (String configuration : List.of(
                chart,
                Files.readString(Tool.DEPLOY.resolve("manager/controller_manager_config.yaml")),
                Files.readString(Tool.DEPLOY.resolve("overlays/cert-manager/controller_manager_config.yaml")))) {
            JsonNode metrics = YAML.readTree(configuration).at("/metrics");
            assertThat(metrics.at("/auth/enabled").asBoolean())
                    .as(configuration)
                    .isTrue();
            assertThat(metrics.at("/secureServing").asBoolean())
                    .as(configuration)
                    .isTrue();
        }
    }

    @Test
    @DisplayName(
            "the pods of one replica and those of two have one configuration, so that a change of their number restarts none (HELM-28)")
    void theNumberOfReplicasIsNoConfiguration() {
        assertThat(configuration("")).isEqualTo(configuration("--set manager.replicas=1"));
        assertThat(configuration(""))
                .isNotEqualTo(configuration("--set manager.config.leaderElection.leaseDuration=15s"));
    }

    private static String configuration(String options) {
        return objects(render("t", options)).stream()
                .filter(object -> object.at("/kind").asText().equals("Deployment"))
                .map(object -> object.at("/spec/template/metadata/annotations/trainyard.dev~1configuration")
                        .asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("the initializers of the runtimes run the image that the values name (INIT-89)")
    void initializerImage() {
        assertThat(runtimes(render("t", "--set runtimes.torchWithData.enabled=true")))
                .contains("image: trainyard-initializer:v0.1.0");
        assertThat(
                        runtimes(
                                render(
                                        "t",
                                        "--set runtimes.torchWithData.enabled=true --set runtimes.initializerImage=registry.example/fetch:1")))
                .contains("image: registry.example/fetch:1", "image: pytorch/pytorch:")
                .doesNotContain("trainyard-initializer");
    }

    @Test
    @DisplayName("runtimes.restricted has the installer change the runtimes, and the default leaves them alone (RT-20)")
    void restrictedRuntimes() {
        String enabled = "--set runtimes.torchDistributed.enabled=true";

        assertThat(render("t", enabled)).contains("- install-runtimes").doesNotContain("--restricted");
        assertThat(render("t", enabled + " --set runtimes.restricted=true")).contains("- --restricted");
    }

    @Test
    @DisplayName(
            "the Python SDK understands every runtime that the chart installs, also those behind switches (SDK-20 to SDK-24)")
    void theSdkUnderstandsTheRuntimesOfTheChart() {
        List<Object> installed = Yaml.parseAll(runtimes(render(
                "t",
                "--set runtimes.defaultEnabled=true --set runtimes.torchDistributedWithKai.enabled=true"
                        + " --set runtimes.torchDistributedWithVolcano.enabled=true"
                        + " --set runtimes.torchDistributedWithCoscheduling.enabled=true")));

        assertThat(installed).hasSizeGreaterThan(13).allSatisfy(runtime -> assertThat(
                        RuntimeForTheSdk.problems(Tree.object(runtime)))
                .as(Tree.text(runtime, "metadata", "name"))
                .isEmpty());
    }

    @Test
    @DisplayName(
            "all values that cannot work are named in one run, those of Kubeflow Trainer with the commands to type (HELM-29, HELM-30)")
    void allThatIsWrongIsToldAtOnce() {
        String options = "--set manager.config.trainyard.watchNamespaces={a} --set dataCache.enabled=true"
                + " --set jobset.install=true --set plugins[0].name=acme";

        assertThat(run("t", options).output())
                .contains(
                        "\n- jobset.install:",
                        "\n    --set jobset.install=false",
                        "\n- dataCache.enabled:",
                        "\n- manager.config.trainyard.watchNamespaces:",
                        "\n- plugins: acme needs");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "--set runtimes.bogus.enabled=true --set manager.config.trainyard.bogus=1 --set manager.resources.limit=1, bogus, limit",
        "--set manager.config.trainyard.dashboard.enable=true --set manager.tolerations[0].keys=a, enable, keys"
    })
    @DisplayName("all values that do not exist are named in one run")
    void allThatIsUnknownIsToldAtOnce(String options, String one, String other) {
        assertThat(run("t", options).output()).contains("'" + one + "' not allowed", "'" + other + "' not allowed");
    }

    @Test
    @DisplayName(
            "all values that Kubeflow Trainer's chart had from 2.0 to 2.4 render where JobSet is served, with its defaults and with all switches for runtimes (HELM-30)")
    void valuesOfKubeflow() {
        String served = " --api-versions jobset.x-k8s.io/v1alpha2 -f " + KUBEFLOW;

        List<JsonNode> objects = objects(render("t", served));
        String all = runtimes(render("t", served + " --set runtimes.defaultEnabled=true"));

        assertThat(objects)
                .extracting(object -> object.at("/kind").asText())
                .contains("Deployment")
                .doesNotContain("Job");
        assertThat(objects.toString())
                .contains("\"image\":\"trainyard:v0.1.0\"")
                .doesNotContain("alpine");
        assertThat(all)
                .contains(
                        "name: torch-distributed\n",
                        "name: deepspeed-distributed\n",
                        "name: mlx-distributed\n",
                        "name: jax-distributed\n",
                        "name: xgboost-distributed\n",
                        "name: torchtune-llama3.2-1b\n",
                        "image: ghcr.io/kubeflow/trainer/deepspeed-runtime:v");
    }

    @Test
    @DisplayName(
            "of Kubeflow Trainer's values, the notes name each that has no effect, and the image that is meant (HELM-30)")
    void notesNameIgnoredValues() {
        assertThat(notes("-f " + KUBEFLOW + " --set jobset.install=false --set image.registry=mirror.example"))
                .contains(
                        "runs mirror.example/trainyard:v0.1.0 in",
                        "  image.repository, image.tag: they name Kubeflow Trainer's image\n",
                        "  jobset.controller: ",
                        "  jobset.fullnameOverride: ",
                        "  lws: ",
                        "  dataCache.cacheImage: ",
                        "  dataCache.enabled: ",
                        "  dataCache.lws: ",
                        "  dataCache.runtimes: ",
                        "  manager.config.featureGates.DynamicResourceAllocation: ",
                        "  runtimes.installer.image: ")
                .doesNotContain("looks like a release");
        assertThat(notes("--set image.tag=v2.3.0")).contains("v2.3.0 looks like a release of Kubeflow Trainer");
        assertThat(notes("")).doesNotContain("have no effect", "looks like a release");
    }

    @Test
    @DisplayName("the notes say that no runtime is installed, with the command that installs one, until one is chosen")
    void notesAboutRuntimes() {
        assertThat(notes(""))
                .contains(
                        "No runtime is installed",
                        "upgrade t CHART --reuse-values --set runtimes.torchDistributed.enabled=true");
        assertThat(notes("--set runtimes.torchDistributed.enabled=true")).doesNotContain("No runtime is installed");
    }

    @Test
    @DisplayName("helm lint finds nothing to warn of")
    void lint() {
        assertThat(new Tool(DeploymentTool.HELM.find())
                        .run(
                                "lint",
                                "--strict",
                                Tool.DEPLOY.resolve("helm/trainyard").toString())
                        .expectSuccess())
                .doesNotContain("[WARNING]", "[ERROR]");
    }

    /** What an installation prints, without a cluster. */
    private static String notes(String options) {
        String output =
                run(List.of("install", "t", CHART, "--dry-run=client"), options).expectSuccess();
        return output.substring(output.indexOf("NOTES:"));
    }

    private static String runtimes(String yaml) {
        return objects(yaml).stream()
                .filter(object -> object.at("/metadata/name").asText().equals("t-trainyard-runtimes")
                        && object.at("/kind").asText().equals("ConfigMap"))
                .map(object -> object.at("/data/runtimes.yaml").asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("names stay legal, whatever the release is called")
    void longNames() {
        String release = "r".repeat(53);

        assertThat(objects(render(release, "--set runtimes.defaultEnabled=true")))
                .allSatisfy(object ->
                        assertThat(object.at("/metadata/name").asText()).hasSizeLessThanOrEqualTo(63));
    }

    @Test
    @DisplayName("resource definitions are those of this build; they and the runtimes stay when the release goes")
    void definitions() {
        List<JsonNode> definitions = objects(output("t", "")).stream()
                .filter(object -> object.at("/kind").asText().equals("CustomResourceDefinition"))
                .toList();

        assertThat(definitions).hasSize(3).allSatisfy(definition -> assertThat(definition
                        .at("/metadata/annotations/helm.sh~1resource-policy")
                        .asText())
                .isEqualTo("keep"));
        assertThat(objects(output("t", "--set crds.keep=false")).toString()).doesNotContain("resource-policy");
        assertThat(objects(render("t", "--set runtimes.defaultEnabled=true")).toString())
                .as("hooks that would delete runtimes")
                .doesNotContain("pre-delete", "post-delete");
    }

    @Test
    @DisplayName("the rendered chart applies to a real API server, and changes nothing the second time")
    void theChartApplies(TestCluster cluster, @TempDir Path files) {
        String namespace = "chart";
        cluster.adminClient()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .addToLabels("pod-security.kubernetes.io/enforce", "restricted")
                        .endMetadata()
                        .build())
                .serverSideApply();
        String yaml = output(
                "kubeflow-trainer",
                "-n " + namespace + " --skip-tests --set networkPolicy.enabled=true"
                        + " --set grafanaDashboard.enabled=true --set runtimes.defaultEnabled=true"
                        + " --set schedulers={coscheduling,volcano,kai,kueue} --set rbac.takeover=true"
                        + " --set manager.config.trainyard.dashboard.enabled=true");
        Manifests manifests = Manifests.write(cluster, files, yaml);
        try {
            manifests.apply("--server-side", "--force-conflicts", "--dry-run=server");
            assertThat(manifests.apply()).doesNotContain("would violate PodSecurity");
            manifests.expectNoChange();
        } finally {
            manifests.delete();
        }
    }

    @Test
    @DisplayName("with watchNamespaces the rendered chart applies to a real API server, too (OPS-62)")
    void theChartForSomeNamespacesApplies(TestCluster cluster, @TempDir Path files) {
        for (String namespace : List.of("chart-some", "chart-team-a", "chart-team-b")) {
            cluster.adminClient()
                    .resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .serverSideApply();
        }
        Manifests manifests = Manifests.write(
                cluster,
                files,
                render(
                        "t",
                        "-n chart-some --skip-tests --set watchNamespaces={chart-team-a,chart-team-b} --set schedulers={volcano}"));
        try {
            manifests.apply("--server-side", "--force-conflicts", "--dry-run=server");
            manifests.apply();
            manifests.expectNoChange();
        } finally {
            manifests.delete();
        }
    }

    /** Without resource definitions, which take longer than everything else. */
    private static String render(String release, String options) {
        return output(release, "--set crds.enabled=false " + options);
    }

    private static String output(String release, String options) {
        return run(release, options).expectSuccess();
    }

    private static Tool.Result run(String release, String options) {
        return run(List.of("template", release, CHART, "--kube-version", "1.36.0"), options);
    }

    private static Tool.Result run(List<String> command, String options) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of(options.strip().split(" +")).stream()
                .filter(option -> !option.isEmpty())
                .toList());
        return new Tool(DeploymentTool.HELM.find()).run(arguments.toArray(String[]::new));
    }

    private static List<JsonNode> objects(String yaml) {
        List<JsonNode> objects = new ArrayList<>();
        try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
            while (documents.hasNextValue()) {
                JsonNode document = documents.nextValue();
                if (document != null && document.isObject()) {
                    objects.add(document);
                }
            }
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(yaml, e);
        }
    }
}

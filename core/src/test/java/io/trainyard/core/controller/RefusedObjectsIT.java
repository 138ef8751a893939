package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.trainyard.core.view.Cause;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What the API server and the policies of a cluster refuse of a JobSet, its Service, its Jobs and their pods, in words that we do not know. No webhook of ours is
 * there, so mistakes reach the API server that it would have found.
 */
@DisplayName("Whatever is refused shows by an event, in STATE and in why, in the words of who refused it (OPS-103)")
@RealCluster(customResourceDefinitions = "../deploy/crds", serviceAccounts = true)
final class RefusedObjectsIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static RunningController controller;
    private static KubernetesClient admin;
    private static String namespace;

    /**
     * A job that is refused.
     *
     * @param jobSet what its JobSet has beside its Jobs; may be empty, else ends with a comma
     * @param job likewise its Jobs
     * @param labels likewise the labels of its pods
     * @param pod likewise its pods
     * @param container likewise their container, begins with a comma
     * @param words what the API server says
     */
    private record Refused(
            String name, String jobSet, String job, String labels, String pod, String container, String words) {}

    private static Refused ofPod(String name, String pod, String words) {
        return new Refused(name, "", "", "", pod, "", words);
    }

    private static final List<Refused> CASES = List.of(
            ofPod(
                    "sysctl",
                    "securityContext: {sysctls: [{name: \"not a sysctl\", value: \"1\"}]},",
                    "spec.template.spec.securityContext.sysctls[0].name: Invalid value: \"not a sysctl\""),
            ofPod(
                    "alias",
                    "hostAliases: [{ip: not-an-ip, hostnames: [a]}],",
                    "hostAliases[0].ip: Invalid value: \"not-an-ip\""),
            ofPod(
                    "selinux",
                    "securityContext: {supplementalGroups: [-1]},",
                    "securityContext.supplementalGroups[0]: Invalid value: -1"),
            new Refused(
                    "seccomp",
                    "",
                    "",
                    "",
                    "",
                    ", securityContext: {seccompProfile: {type: Localhost}}",
                    "securityContext.seccompProfile.localhostProfile: Required value"),
            new Refused("backoff", "", "maxFailedIndexes: 1,", "", "", "", "maxFailedIndexes"),
            new Refused("policy-job", "", "", "refused: job,", "", "", "jobs wait for the moon"),
            new Refused("policy-pod", "", "", "refused: pod,", "", "", "pods wait for the moon"),
            new Refused("policy-service", "network: {subdomain: moon},", "", "", "", "", "services wait for the moon"),
            new Refused("policy-jobset", "", "", "refused: jobset,", "", "", "jobsets wait for the moon"));

    @BeforeAll
    static void start(TestCluster cluster, TestNamespace own) {
        admin = cluster.adminClient();
        namespace = own.name();
        controller = RunningController.start(cluster.kubeconfig());
        policy("job", "batch", "jobs", "object.spec.template.metadata.labels.refused != 'job'", "'v1'");
        policy("pod", "", "pods", "object.metadata.labels.refused != 'pod'", "'v1'");
        policy("service", "", "services", "object.metadata.name != 'moon'", "'v1'");
        policy(
                "jobset",
                "jobset.x-k8s.io",
                "jobsets",
                "object.spec.replicatedJobs[0].template.spec.template.metadata.labels.refused != 'jobset'",
                "'*'");
        await("the policies").atMost(LIMIT).until(() -> {
            try {
                apply("{apiVersion: v1, kind: Service, metadata: {name: moon}, spec: {clusterIP: None}}");
                admin.services().inNamespace(namespace).withName("moon").delete();
                return false;
            } catch (KubernetesClientException refused) {
                return true;
            }
        });
    }

    @AfterAll
    static void stop() {
        controller.close();
    }

    private static void policy(String name, String group, String resource, String expression, String version) {
        apply(
                """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: %1$s-%2$s}
                spec:
                  matchConstraints:
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %2$s}}
                    resourceRules: [{apiGroups: ["%3$s"], apiVersions: [%4$s], resources: [%5$s], operations: [CREATE]}]
                  validations: [{expression: "%6$s", message: %5$s wait for the moon}]
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: %1$s-%2$s}
                spec: {policyName: %1$s-%2$s, validationActions: [Deny]}
                """
                        .formatted(name, namespace, group, version, resource, guarded(expression)));
    }

    /** True where a label that it looks at is not there. */
    private static String guarded(String expression) {
        int end = expression.indexOf(".labels.refused");
        if (end < 0) {
            return expression;
        }
        String metadata = expression.substring(0, end);
        return "!has(" + metadata + ".labels) || !('refused' in " + metadata + ".labels) || " + expression;
    }

    private static void apply(String yaml) {
        admin.load(new ByteArrayInputStream(("---\n" + yaml).getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(object -> {
                    if (object instanceof Namespaced) {
                        object.getMetadata().setNamespace(namespace);
                    }
                    admin.resource(object).create();
                });
    }

    @TestFactory
    Stream<DynamicTest> refusals() {
        CASES.forEach(RefusedObjectsIT::create);
        return CASES.stream().map(each -> dynamicTest(each.name(), () -> check(each)));
    }

    private static void create(Refused refused) {
        apply(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: %1$s}
                spec:
                  mlPolicy: {numNodes: 2}
                  template: {spec: {%2$s replicatedJobs: [{name: node, template: {
                    metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
                    spec: {backoffLimit: 0, %3$s template: {metadata: {labels: {%4$s case: %1$s}}, spec: {restartPolicy: Never, %5$s
                      containers: [{name: node, image: "registry.example/train:1"%6$s}]}}}}}]}}
                ---
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %1$s}
                spec: {runtimeRef: {kind: TrainingRuntime, name: %1$s}}
                """
                        .formatted(
                                refused.name(),
                                refused.jobSet(),
                                refused.job(),
                                refused.labels(),
                                refused.pod(),
                                refused.container()));
    }

    private static void check(Refused refused) {
        Event event = await("an event of " + refused.name())
                .atMost(LIMIT)
                .until(
                        () -> events(refused.name()).stream()
                                .filter(each -> each.getMessage().contains(refused.words()))
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
        await("STATE of " + refused.name()).atMost(LIMIT).until(() -> state(refused.name())
                .contains(refused.words()));
        Cause cause = controller.why(namespace, refused.name());

        assertThat(state(refused.name())).startsWith("Pending: ");
        assertThat(event.getType()).isEqualTo("Warning");
        assertThat(cause.message()).contains(refused.words());
        assertThat(cause.advice()).isNotEmpty();
        assertThat(cause.evidence()).isNotEmpty();
        assertThat(events(refused.name()))
                .as("told once, however often it is tried")
                .filteredOn(each -> each.getReason().equals(event.getReason()))
                .hasSize(1);
    }

    private static TrainJob trainJob(String name) {
        return admin.resources(TrainJob.class)
                .inNamespace(namespace)
                .withName(name)
                .get();
    }

    private static List<Event> events(String name) {
        return admin
                .v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.name", name)
                .list()
                .getItems()
                .stream()
                .filter(event -> "TrainJob".equals(event.getInvolvedObject().getKind()))
                .toList();
    }

    /** The column as a client gets it. */
    private static String state(String name) {
        HttpRequest request = admin.getHttpClient()
                .newHttpRequestBuilder()
                .uri(admin.getMasterUrl() + "apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/trainjobs/"
                        + name)
                .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                .build();
        Map<String, Object> table = Json.parseObject(
                admin.getHttpClient().sendAsync(request, String.class).join().body());
        return String.valueOf(((List<?>) Tree.objects(table, "rows").get(0).get("cells")).get(1));
    }

    @Test
    @DisplayName("a runtime that does not exist is refused with those that do")
    void anUnknownRuntime() {
        create(ofPod("known", "", ""));
        await().atMost(LIMIT).until(() -> state("known").equals("Running"));
        apply(
                "{apiVersion: trainer.kubeflow.org/v1alpha1, kind: TrainJob, metadata: {name: unknown}, spec: {runtimeRef: {kind: TrainingRuntime, name: nowhere}}}");

        await().atMost(LIMIT)
                .until(() -> state("unknown").contains("there is no TrainingRuntime " + namespace + "/nowhere"));
        assertThat(events("unknown"))
                .extracting(Event::getMessage)
                .anyMatch(message -> message.contains("/nowhere; there are: ") && message.contains("known"));
        assertThat(controller.why(namespace, "unknown").message()).endsWith("/nowhere");
    }
}

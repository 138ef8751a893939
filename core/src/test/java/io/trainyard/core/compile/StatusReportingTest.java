package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.definition;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetReducer;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("StatusReporting (PIPE-17, SSRV-60 to SSRV-64, SSRV-68)")
final class StatusReportingTest {
    private static final String URL = "https://kubeflow-trainer-controller-manager.kubeflow-system.svc:10443";
    private static final StatusReporting EVERY_JOB = new StatusReporting(true, Optional.of(URL), () -> "the authority");
    private static final StatusReporting ON_REQUEST =
            new StatusReporting(false, Optional.of(URL), () -> "the authority");
    private static final String VAULT =
            "{name: kubeflow-trainer-token, projected: {sources: [{serviceAccountToken: {audience: vault, path: token}}]}}";
    private static final String VAULT_MOUNT = "{name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}";
    private static final String RUNTIME = runtime(
            job("data", "dataset-initializer", "{containers: [{name: dataset-initializer, image: i}]}"),
            job("other", "other", "{containers: [{name: other, image: i}]}"),
            job(
                    "node",
                    "trainer",
                    "{initContainers: [{name: first, image: i}], containers: [{name: node, image: i}, {name: helper,"
                            + " image: i, env: [{name: KUBEFLOW_TRAINER_SERVER_URL, value: mine}, {name: A, value: '1'}]}]}"));

    @Test
    void everyContainerOfTheTrainerGetsAddressTokenAndAuthority() {
        Map<String, Object> pod = pod(compile(EVERY_JOB, bert(), Optional.empty()), "node");

        assertThat(Tree.objects(pod, "containers").get(0))
                .containsEntry(
                        "env",
                        tree("""
                        env:
                          - name: KUBEFLOW_TRAINER_SERVER_URL
                            value: %s/apis/trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status
                          - {name: KUBEFLOW_TRAINER_SERVER_CA_CERT, value: /var/run/secrets/kubeflow/trainer/ca.crt}
                          - {name: KUBEFLOW_TRAINER_SERVER_TOKEN, value: /var/run/secrets/kubeflow/trainer/token}
                        """
                                        .formatted(URL))
                                .get("env"))
                .containsEntry(
                        "volumeMounts",
                        List.of(Map.of(
                                "name",
                                "kubeflow-trainer-token",
                                "mountPath",
                                "/var/run/secrets/kubeflow/trainer",
                                "readOnly",
                                true)));
        assertThat(pod.get("volumes"))
                .isEqualTo(
                        tree("""
                        volumes:
                          - name: kubeflow-trainer-token
                            projected:
                              sources:
                                - serviceAccountToken:
                                    audience: trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status
                                    expirationSeconds: 3600
                                    path: token
                                - configMap: {name: bert-tls-config, items: [{key: ca.crt, path: ca.crt}]}
                        """)
                                .get("volumes"));
    }

    @Test
    void whatAUserCallsTheSameIsReplacedWhereItIs() {
        Map<String, Object> pod = pod(compile(EVERY_JOB, bert(), Optional.empty()), "node");

        assertThat(Tree.objects(Tree.objects(pod, "containers").get(1), "env"))
                .extracting(variable -> variable.get("name"))
                .containsExactly(
                        "KUBEFLOW_TRAINER_SERVER_URL",
                        "A",
                        "KUBEFLOW_TRAINER_SERVER_CA_CERT",
                        "KUBEFLOW_TRAINER_SERVER_TOKEN");
        assertThat(Tree.objects(Tree.objects(pod, "containers").get(1), "env").get(0))
                .extractingByKey("value")
                .isNotEqualTo("mine");
    }

    @Test
    void initContainersAndOtherStepsGetNothing() {
        CompiledJob compiled = compile(EVERY_JOB, bert(), Optional.empty());

        assertThat(Tree.objects(pod(compiled, "node"), "initContainers").get(0))
                .doesNotContainKeys("env", "volumeMounts");
        assertThat(String.valueOf(pod(compiled, "data"))).doesNotContain("kubeflow-trainer");
    }

    @Test
    void theAuthorityComesBeforeTheJobSetAndGoesWithTheJob() {
        CompiledJob compiled = compile(EVERY_JOB, bert(), Optional.empty());

        ConfigMap trust = (ConfigMap) compiled.before().get(0).object();
        assertThat(trust.getMetadata().getName()).isEqualTo("bert-tls-config");
        assertThat(trust.getMetadata().getNamespace()).isEqualTo("team-a");
        assertThat(trust.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid()).isEqualTo("uid-of-bert"));
        assertThat(trust.getData()).containsExactly(Map.entry("ca.crt", "the authority"));
    }

    @Test
    void withoutAnAuthorityNothingIsBuiltAndTheReasonIsTold() {
        assertThatThrownBy(
                        () -> compile(new StatusReporting(true, Optional.of(URL), () -> ""), bert(), Optional.empty()))
                .hasMessageContaining("the certificate authority of the controller is not known");
    }

    @Test
    @DisplayName("without the gate only jobs that ask for it report, and with it those may refuse (SSRV-68)")
    void onRequest() {
        assertThat(reports(compile(ON_REQUEST, bert(), Optional.empty()))).isFalse();
        assertThat(reports(compile(ON_REQUEST, asking("true"), Optional.empty())))
                .isTrue();
        assertThat(reports(compile(EVERY_JOB, asking("false"), Optional.empty())))
                .isFalse();
        assertThat(reports(compile(StatusReporting.OFF, asking("true"), Optional.empty())))
                .isFalse();
    }

    @Test
    @DisplayName(
            "initializers report where the job itself asks for reports; the gate alone leaves them as they are (SSRV-76)")
    void initializers() {
        CompiledJob asked = compile(ON_REQUEST, asking("true"), Optional.empty());

        assertThat(String.valueOf(pod(asked, "data")))
                .contains("kubeflow-trainer-token", "KUBEFLOW_TRAINER_SERVER_URL");
        assertThat(String.valueOf(pod(asked, "node"))).contains("kubeflow-trainer-token");
        assertThat(String.valueOf(pod(asked, "other"))).doesNotContain("kubeflow-trainer");
        assertThat(String.valueOf(pod(compile(EVERY_JOB, bert(), Optional.empty()), "data")))
                .doesNotContain("kubeflow-trainer");
    }

    @Test
    @DisplayName(
            "an initializer that runs without a token never gets one, and one with a token keeps it (SSRV-64, SSRV-76)")
    void initializersOfAJobSetThatExists() {
        JobSet withGate = compile(EVERY_JOB, bert(), Optional.empty()).jobSet();
        JobSet asked = compile(ON_REQUEST, asking("true"), Optional.empty()).jobSet();

        assertThat(written(compile(ON_REQUEST, asking("true"), Optional.of(withGate))
                        .jobSet()))
                .isEqualTo(written(withGate));
        assertThat(written(compile(EVERY_JOB, bert(), Optional.of(asked)).jobSet()))
                .isEqualTo(written(asked));
    }

    @Test
    void byDefaultNothingIsInAJobSetThatTheReferenceHasNot() {
        CompiledJob plain = new Compilation().compile(bert(), definition(RUNTIME));
        CompiledJob compiled = compile(ON_REQUEST, bert(), Optional.empty());

        assertThat(compiled.objects().stream().map(Manifests::written).toList())
                .isEqualTo(plain.objects().stream().map(Manifests::written).toList());
    }

    @Test
    @DisplayName("a JobSet that exists stays as it is when reporting is switched on or off (SSRV-64)")
    void existing() {
        JobSet without = compile(ON_REQUEST, bert(), Optional.empty()).jobSet();
        JobSet with = compile(EVERY_JOB, bert(), Optional.empty()).jobSet();

        assertThat(reports(compile(EVERY_JOB, bert(), Optional.of(without)))).isFalse();
        assertThat(reports(compile(ON_REQUEST, bert(), Optional.of(with)))).isTrue();
        assertThat(written(compile(EVERY_JOB, bert(), Optional.of(with)).jobSet()))
                .isEqualTo(written(with));
    }

    @Test
    @DisplayName("pods that run learn of a new authority (CERT-22)")
    void rotation() {
        JobSet running = compile(EVERY_JOB, bert(), Optional.empty()).jobSet();
        CompiledJob later = compile(
                new StatusReporting(true, Optional.of(URL), () -> "another authority"),
                bert(),
                Optional.of(JobSetReducer.reduce(running)));

        assertThat(((ConfigMap) later.before().get(0).object()).getData()).containsEntry("ca.crt", "another authority");
    }

    @Test
    @DisplayName(
            "a volume of the runtime with the injected name stays what it is; the injected one gets a free name (SSRV-62)")
    void volumeOfTheSameName() {
        String pod = "{containers: [{name: node, image: i, volumeMounts: [%s]}], volumes: [%s]}"
                .formatted(VAULT_MOUNT, VAULT);
        CompiledJob compiled = compile(EVERY_JOB, bert(), runtimeOf(pod), Optional.empty());

        assertThat(Tree.objects(pod(compiled, "node"), "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("kubeflow-trainer-token", "kubeflow-trainer-token-2");
        assertThat(Tree.objects(pod(compiled, "node"), "volumes").get(0)).isEqualTo(tree(VAULT));
        assertThat(mounts(compiled))
                .containsExactly(
                        tree(VAULT_MOUNT),
                        tree(
                                "{name: kubeflow-trainer-token-2, mountPath: /var/run/secrets/kubeflow/trainer, readOnly: true}"));
        assertThat(warnings(compiled))
                .containsExactly(
                        "replicated job node: its volume kubeflow-trainer-token stays as it is; the volume with the"
                                + " token for progress reports is called kubeflow-trainer-token-2");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "/var/run/secrets/kubeflow/trainer",
                "/var/run/secrets/kubeflow/trainer/",
                "/var/run/secrets/kubeflow/trainer/token"
            })
    @DisplayName(
            "what the user mounts at the injected path, or below it, stays; the token lies elsewhere, and the variables say where (SSRV-62)")
    void mountAtTheSamePath(String path) {
        String pod =
                "{containers: [{name: node, image: i, volumeMounts: [{name: own, mountPath: %s}]}, {name: helper, image: i}],"
                                .formatted(path)
                        + " volumes: [{name: own, secret: {secretName: own}}]}";
        CompiledJob compiled = compile(EVERY_JOB, bert(), runtimeOf(pod), Optional.empty());

        assertThat(mounts(compiled))
                .containsExactly(
                        tree("{name: own, mountPath: %s}".formatted(path)),
                        tree(
                                "{name: kubeflow-trainer-token, mountPath: /var/run/secrets/kubeflow/trainer-2, readOnly: true}"));
        assertThat(Tree.objects(pod(compiled, "node"), "containers"))
                .allSatisfy(
                        container -> assertThat(Tree.objects(container, "env"))
                                .contains(
                                        tree(
                                                "{name: KUBEFLOW_TRAINER_SERVER_TOKEN, value: /var/run/secrets/kubeflow/trainer-2/token}"),
                                        tree(
                                                "{name: KUBEFLOW_TRAINER_SERVER_CA_CERT, value: /var/run/secrets/kubeflow/trainer-2/ca.crt}")));
        assertThat(warnings(compiled))
                .containsExactly("container node of node: its mount at " + path.replaceAll("/$", "")
                        + " stays as it is; the token for progress reports is mounted at /var/run/secrets/kubeflow/trainer-2,"
                        + " as KUBEFLOW_TRAINER_SERVER_TOKEN says");
    }

    @Test
    void aMountAboveTheInjectedPathIsNoneThere() {
        String pod = "{containers: [{name: node, image: i, volumeMounts: [{name: own, mountPath: /var/run/secrets}]}],"
                + " volumes: [{name: own, emptyDir: {}}]}";
        CompiledJob compiled = compile(EVERY_JOB, bert(), runtimeOf(pod), Optional.empty());

        assertThat(mounts(compiled).get(1)).containsEntry("mountPath", "/var/run/secrets/kubeflow/trainer");
        assertThat(warnings(compiled)).isEmpty();
    }

    @Test
    @DisplayName("a claim template of the injected name is one, too: JobSet makes volumes out of mounts (SSRV-62)")
    void mountOfATemplate() {
        String pod =
                "{containers: [{name: node, image: i, volumeMounts: [{name: kubeflow-trainer-token, mountPath: /data}]}]}";
        CompiledJob compiled = compile(EVERY_JOB, bert(), runtimeOf(pod), Optional.empty());

        assertThat(Tree.objects(pod(compiled, "node"), "volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("kubeflow-trainer-token-2");
    }

    @Test
    @DisplayName("a variable of the user with an injected name is warned about (SSRV-62)")
    void variableOfTheSameName() {
        assertThat(warnings(compile(EVERY_JOB, bert(), Optional.empty())))
                .containsExactly(
                        "container helper of node keeps the controller's values of KUBEFLOW_TRAINER_SERVER_URL, to"
                                + " which progress is reported; with the annotation trainyard.dev/report-progress: \"false\" the"
                                + " TrainJob does without");
        assertThat(warnings(compile(ON_REQUEST, bert(), Optional.empty()))).isEmpty();
    }

    @Test
    @DisplayName("a JobSet that reports says so in an annotation, and only such a one (SSRV-64)")
    void mark() {
        assertThat(annotations(compile(EVERY_JOB, bert(), Optional.empty())))
                .containsExactly(Map.entry("trainyard.dev/injected", "node"));
        assertThat(annotations(compile(ON_REQUEST, asking("true"), Optional.empty())))
                .containsExactly(Map.entry("trainyard.dev/injected", "data,node"));
        assertThat(compile(ON_REQUEST, bert(), Optional.empty())
                        .jobSet()
                        .getMetadata()
                        .getAnnotations())
                .isNullOrEmpty();
    }

    @Test
    @DisplayName("the mark stays while nobody listens (SSRV-64)")
    void markWhileOff() {
        JobSet live = compile(EVERY_JOB, bert(), Optional.empty()).jobSet();

        assertThat(annotations(compile(StatusReporting.OFF, bert(), Optional.of(live))))
                .containsExactly(Map.entry("trainyard.dev/injected", "node"));
    }

    @ParameterizedTest
    @CsvSource({"True, true", "yes, true", "true, false", "false, false"})
    @DisplayName("a wish that is neither true nor false is told (SSRV-68)")
    void wish(String value, boolean told) {
        assertThat(warnings(compile(ON_REQUEST, asking(value), Optional.empty())))
                .filteredOn(warning ->
                        warning.equals("metadata.annotations[trainyard.dev/report-progress]: must be \"true\" or"
                                + " \"false\", not \"" + value + "\", so no progress is reported"))
                .hasSize(told ? 1 : 0);
    }

    @Test
    @DisplayName("a runtime cannot set the mark (SSRV-64)")
    void markOfTheRuntime() {
        String marked = runtimeOf("{containers: [{name: node, image: i}]}")
                .replace(
                        "template: {spec: {replicatedJobs",
                        "template: {metadata: {annotations: {trainyard.dev/injected:"
                                + " node, a: b}}, spec: {replicatedJobs");

        assertThat(annotations(compile(ON_REQUEST, bert(), marked, Optional.empty())))
                .containsExactly(Map.entry("a", "b"));
    }

    @ParameterizedTest(name = "as a JobSet is kept in memory: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("a volume of the injected name makes no JobSet one that reports (SSRV-64)")
    void volumeOfTheUserInAJobSet(boolean running) {
        String runtime = runtimeOf("{containers: [{name: node, image: i, volumeMounts: [%s]}], volumes: [%s]}"
                .formatted(VAULT_MOUNT, VAULT));
        JobSet live = compile(ON_REQUEST, bert(), runtime, Optional.empty()).jobSet();
        Map<String, Object> whole = written(live);

        CompiledJob later =
                compile(ON_REQUEST, bert(), runtime, Optional.of(running ? JobSetReducer.reduce(live) : live));

        assertThat(written(later.jobSet())).isEqualTo(whole);
        assertThat(later.before()).isEmpty();
    }

    @ParameterizedTest(name = "{0}, mounts {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                // By the stock controller, by an earlier release, and by both where no name is the same.
                "[{name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}] | [{name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}, OURS]",
                "[{name: kubeflow-trainer-token, mountPath: /var/run/secrets/vault}] | [OURS]",
                "[{name: own, mountPath: /var/run/secrets/kubeflow/trainer}, {name: own, mountPath: /a}] | [OURS, {name: own, mountPath: /a}]",
                "[{name: own, mountPath: /a}] | [{name: own, mountPath: /a}, OURS]"
            })
    @DisplayName("a JobSet without mark that reports stays as it was made (SSRV-64)")
    void unmarked(String written, String made) {
        String runtime = runtimeOf("{containers: [{name: node, image: i, volumeMounts: %s}], volumes: [%s]}"
                .formatted(written, written.contains("own") ? "{name: own, secret: {secretName: own}}" : VAULT));
        JobSet live = compile(EVERY_JOB, bert(), runtimeOf("{containers: [{name: node, image: i}]}"), Optional.empty())
                .jobSet();
        live.getMetadata().setAnnotations(null);
        Map<String, Object> ours = Tree.objects(pod(live, "node"), "containers").get(0);
        Map<String, Object> mount = Tree.objects(ours, "volumeMounts").get(0);
        List<Object> volumes = new ArrayList<>(
                written.contains("own")
                        ? Tree.list(tree("l: [{name: own, secret: {secretName: own}}]"), "l")
                        : List.of());
        volumes.addAll(Tree.list(pod(live, "node"), "volumes"));
        List<Object> mounts = Tree.list(tree("l: " + made), "l").stream()
                .map(each -> each.equals("OURS") ? mount : each)
                .toList();
        live.setSpec(Tree.updateEach(
                live.getSpec(),
                "replicatedJobs",
                job -> Containers.changePod(
                        job,
                        pod -> Tree.updateEach(
                                Tree.with(pod, "volumes", volumes),
                                "containers",
                                container -> Tree.with(container, "volumeMounts", mounts)))));

        CompiledJob later = compile(ON_REQUEST, bert(), runtime, Optional.of(live));

        assertThat(written(later.jobSet())).isEqualTo(written(live));
        assertThat(later.before()).hasSize(1);
    }

    @Test
    @DisplayName("a marked JobSet with other names stays as it was made, whatever is kept of it in memory (SSRV-64)")
    void marked() {
        String runtime = runtimeOf("{containers: [{name: node, image: i, volumeMounts: [%s]}], volumes: [%s]}"
                .formatted(VAULT_MOUNT, VAULT));
        JobSet live = compile(EVERY_JOB, bert(), runtime, Optional.empty()).jobSet();
        Map<String, Object> whole = written(live);

        assertThat(written(compile(ON_REQUEST, bert(), runtime, Optional.of(JobSetReducer.reduce(live)))
                        .jobSet()))
                .isEqualTo(whole);
    }

    @Test
    @DisplayName("of a running JobSet without mark only the volume of its token is kept in memory (SSRV-64)")
    void reducedWithoutMark() {
        JobSet live = compile(EVERY_JOB, bert(), Optional.empty()).jobSet();
        Map<String, Object> whole = written(live);
        live.getMetadata().setAnnotations(null);

        Map<String, Object> later = written(compile(ON_REQUEST, bert(), Optional.of(JobSetReducer.reduce(live)))
                .jobSet());

        assertThat(later.get("spec")).isEqualTo(whole.get("spec"));
    }

    @Test
    @DisplayName(
            "where the runtime itself has a volume with a token for reports, an unmarked JobSet with it has nothing of ours (SSRV-64)")
    void tokenOfTheRuntime() {
        String runtime = runtimeOf("{containers: [{name: node, image: i}], volumes: [{name: mine, projected: {sources:"
                + " [{serviceAccountToken: {audience: trainer.kubeflow.org/v1alpha1/namespaces/team-a/trainjobs/bert/status,"
                + " path: token}}]}}]}");
        JobSet live = compile(ON_REQUEST, bert(), runtime, Optional.empty()).jobSet();

        assertThat(written(
                        compile(ON_REQUEST, bert(), runtime, Optional.of(live)).jobSet()))
                .isEqualTo(written(live));
    }

    private static String runtimeOf(String pod) {
        return runtime(job("node", "trainer", pod));
    }

    private static List<String> warnings(CompiledJob compiled) {
        return compiled.warnings().stream().map(CompiledJob.Warning::message).toList();
    }

    private static List<Map<String, Object>> mounts(CompiledJob compiled) {
        return Tree.objects(Tree.objects(pod(compiled, "node"), "containers").get(0), "volumeMounts");
    }

    private static Map<String, String> annotations(CompiledJob compiled) {
        return compiled.jobSet().getMetadata().getAnnotations();
    }

    private static TrainJob bert() {
        return trainJob("bert", "runtimeRef: {name: plain}");
    }

    private static TrainJob asking(String wish) {
        TrainJob job = bert();
        job.getMetadata().setAnnotations(Map.of("trainyard.dev/report-progress", wish));
        return job;
    }

    private static CompiledJob compile(StatusReporting reporting, TrainJob trainJob, Optional<JobSet> existing) {
        return compile(reporting, trainJob, RUNTIME, existing);
    }

    private static CompiledJob compile(
            StatusReporting reporting, TrainJob trainJob, String runtime, Optional<JobSet> existing) {
        return new TrainJobCompiler(
                        new CompilerPlugins(List.of(), List.of(), List.of()),
                        GangFacts.NONE,
                        Optional.empty(),
                        () -> true,
                        reporting)
                .compile(trainJob, definition(runtime), existing)
                .await()
                .indefinitely();
    }

    private static boolean reports(CompiledJob compiled) {
        return String.valueOf(compiled.jobSet().getSpec()).contains("kubeflow-trainer-token");
    }

    private static Map<String, Object> pod(CompiledJob compiled, String job) {
        return pod(compiled.jobSet(), job);
    }

    private static Map<String, Object> pod(JobSet jobSet, String job) {
        return Tree.objects(jobSet.getSpec(), "replicatedJobs").stream()
                .filter(found -> job.equals(found.get("name")))
                .map(found -> Tree.child(found, "template", "spec", "template", "spec"))
                .findFirst()
                .orElseThrow();
    }
}

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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("StatusReporting (PIPE-17, SSRV-60 to SSRV-64, SSRV-68)")
final class StatusReportingTest {
    private static final String URL = "https://kubeflow-trainer-controller-manager.kubeflow-system.svc:10443";
    private static final StatusReporting EVERY_JOB = new StatusReporting(true, Optional.of(URL), () -> "the authority");
    private static final StatusReporting ON_REQUEST =
            new StatusReporting(false, Optional.of(URL), () -> "the authority");
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

    private static TrainJob bert() {
        return trainJob("bert", "runtimeRef: {name: plain}");
    }

    private static TrainJob asking(String wish) {
        TrainJob job = bert();
        job.getMetadata().setAnnotations(Map.of("trainyard.dev/report-progress", wish));
        return job;
    }

    private static CompiledJob compile(StatusReporting reporting, TrainJob trainJob, Optional<JobSet> existing) {
        return new TrainJobCompiler(
                        new CompilerPlugins(List.of(), List.of(), List.of()),
                        GangFacts.NONE,
                        Optional.empty(),
                        () -> true,
                        reporting)
                .compile(trainJob, definition(RUNTIME), existing)
                .await()
                .indefinitely();
    }

    private static boolean reports(CompiledJob compiled) {
        return String.valueOf(compiled.jobSet().getSpec()).contains("kubeflow-trainer-token");
    }

    private static Map<String, Object> pod(CompiledJob compiled, String job) {
        return Tree.objects(compiled.jobSet().getSpec(), "replicatedJobs").stream()
                .filter(found -> job.equals(found.get("name")))
                .map(found -> Tree.child(found, "template", "spec", "template", "spec"))
                .findFirst()
                .orElseThrow();
    }
}

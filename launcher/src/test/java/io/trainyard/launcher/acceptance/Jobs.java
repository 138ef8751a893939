package io.trainyard.launcher.acceptance;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.deploy.Tool;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.SimulatedPods;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The TrainJobs of an ordinary user in one namespace, and what becomes of their pods. */
final class Jobs {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** The status follows the pods through JobSet, and so a moment later. */
    private static final Duration DELAY = Duration.ofSeconds(8);

    private static final String JOBSET_NAME = "jobset.sigs.k8s.io/jobset-name";
    private static final String REPLICATED_JOB = "jobset.sigs.k8s.io/replicatedjob-name";

    private final KubernetesClient admin;
    private final SimulatedPods pods;
    private final String namespace;
    private final OrdinaryUser user;
    private final Path folder;
    private final Verdict verdict;
    private final Map<String, Integer> nodes = new LinkedHashMap<>();

    Jobs(TestCluster cluster, String namespace, OrdinaryUser user, Path folder, Verdict verdict) {
        this.admin = cluster.adminClient();
        this.pods = cluster.pods(namespace);
        this.namespace = namespace;
        this.user = user;
        this.folder = folder;
        this.verdict = verdict;
    }

    /** 120 that are suspended, and 30 that have ended when this returns. */
    void idle() throws IOException {
        List<String> ended = names("idle-ended-", 30);
        create("idle-ended", ended.stream().map(name -> torch(name, 1, "")));
        create("idle-held", names("idle-held-", 120).stream().map(name -> torch(name, 2, "suspend: true,")));
        awaitPhase(ended, "Running"::equals);
        pods.endAll(ended.size(), Map.of(), Outcome.SUCCEEDED);
        awaitPhase(ended, "Complete"::equals);
        agree("with idle jobs alone");
    }

    /** Ten that live, and are over or gone when this returns. */
    void wave(int number) throws IOException {
        String prefix = "wave-" + number + "-";
        String good = prefix + "torch-good";
        String replaced = prefix + "torch-replaced";
        String late = prefix + "torch-late";
        String deleted = prefix + "torch-deleted";
        String resumed = prefix + "torch-resumed";
        String mpi = prefix + "mpi-good";
        String mpiCrashing = prefix + "mpi-crashing";
        String mpiDeleted = prefix + "mpi-deleted";
        String acme = prefix + "acme-good";
        String acmeDeleted = prefix + "acme-deleted";
        create(
                "wave-" + number,
                Stream.of(
                        torch(good, 2, ""),
                        torch(replaced, 2, ""),
                        torch(late, 2, "activeDeadlineSeconds: 25,"),
                        torch(deleted, 2, ""),
                        torch(resumed, 2, "suspend: true,"),
                        mpi(mpi),
                        mpi(mpiCrashing),
                        mpi(mpiDeleted),
                        acme(acme),
                        acme(acmeDeleted)));
        List<String> running = List.of(good, replaced, late, deleted, mpi, mpiCrashing, mpiDeleted, acme, acmeDeleted);
        awaitPhase(running, "Running"::equals);
        awaitPhase(List.of(resumed), "Suspended"::equals);
        agree("while wave " + number + " runs");

        asUser("patch", "trainjob", resumed, "--type=merge", "-p", "{\"spec\":{\"suspend\":false}}");
        pods.end(pods.awaitRunning(2, Map.of(JOBSET_NAME, replaced)).get(0), Outcome.FAILED);
        crash(pods.awaitRunning(2, Map.of(JOBSET_NAME, mpiCrashing, REPLICATED_JOB, "node"))
                .get(0));
        agree("while a node of wave " + number + " crashes in a loop");

        awaitPhase(List.of(late), "Failed"::equals);
        awaitPhase(List.of(replaced, resumed), "Running"::equals);
        for (String each : List.of(good, replaced, resumed, acme)) {
            pods.endAll(2, Map.of(JOBSET_NAME, each), Outcome.SUCCEEDED);
        }
        pods.endAll(1, Map.of(JOBSET_NAME, mpi, REPLICATED_JOB, "launcher"), Outcome.SUCCEEDED);
        delete(List.of(deleted, mpiCrashing, mpiDeleted, acmeDeleted));
        awaitPhase(List.of(good, replaced, resumed, mpi, acme), "Complete"::equals);
        agree("after wave " + number);
        asUser("get", "trainjobs");
    }

    /** Asks the program why some are as they are. */
    void askWhy() {
        Map.of("idle-held-0", "uspended", "idle-ended-0", "omplete", "wave-1-torch-late", "eadline")
                .forEach((name, words) -> {
                    var answer = user.why(name);
                    verdict.expect(
                            answer.code() == 0 && answer.output().contains(words),
                            "trainyard why " + name + ", code " + answer.code() + ": " + answer.output());
                });
    }

    /** How many were ever created. */
    int count() {
        return nodes.size();
    }

    private void delete(List<String> names) {
        List<String> arguments = new ArrayList<>(List.of("delete", "trainjob", "--ignore-not-found"));
        arguments.addAll(names);
        asUser(arguments.toArray(String[]::new));
    }

    private void create(String name, Stream<String> manifests) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".yaml"), manifests.collect(Collectors.joining("---\n")));
        asUser("apply", "-f", file.toString());
    }

    /** A refusal is a fault, and the user tries again. */
    private void asUser(String... arguments) {
        Tool.Result result = user.kubectl(arguments);
        if (result.code() != 0) {
            verdict.fault("kubectl " + arguments[0] + ": " + result.output());
            await("kubectl " + arguments[0])
                    .atMost(LIMIT)
                    .until(() -> user.kubectl(arguments).code() == 0);
        }
    }

    /** As a kubelet says it of a container that ends with an error over and over. */
    private void crash(Pod pod) {
        admin.pods()
                .inNamespace(namespace)
                .withName(pod.getMetadata().getName())
                .editStatus(now -> new PodBuilder(now)
                        .editStatus()
                        .editMatchingCondition(condition -> condition.getType().equals("Ready"))
                        .withStatus("False")
                        .withReason("ContainersNotReady")
                        .endCondition()
                        .editFirstContainerStatus()
                        .withReady(false)
                        .withRestartCount(5)
                        .withState(new ContainerStateBuilder()
                                .withNewWaiting("back-off 5m0s restarting failed container", "CrashLoopBackOff")
                                .build())
                        .endContainerStatus()
                        .endStatus()
                        .build());
    }

    private void awaitPhase(Collection<String> names, Predicate<String> phase) {
        await("phases of " + names)
                .atMost(LIMIT)
                .pollInterval(500, TimeUnit.MILLISECONDS)
                .until(
                        () -> all().entrySet().stream()
                                .filter(job -> names.contains(job.getKey()))
                                .map(job -> String.valueOf(
                                        job.getValue().statusOrEmpty().phase()))
                                .toList(),
                        phases ->
                                phases.size() == names.size() && phases.stream().allMatch(phase));
    }

    private Map<String, TrainJob> all() {
        return admin.resources(TrainJob.class).inNamespace(namespace).list().getItems().stream()
                .collect(Collectors.toMap(job -> job.getMetadata().getName(), job -> job));
    }

    /** All that TrainJobs say agrees with their pods. What does not for a while, with the same pods, is a fault. */
    private void agree(String when) {
        Map<String, Instant> since = new HashMap<>();
        await("states and pods that agree, or do not for good")
                .atMost(LIMIT)
                .pollInterval(500, TimeUnit.MILLISECONDS)
                .until(() -> {
                    List<String> now = contradictions();
                    since.keySet().retainAll(now);
                    now.forEach(each -> since.putIfAbsent(each, Instant.now()));
                    return since.values().stream()
                            .allMatch(first -> first.isBefore(Instant.now().minus(DELAY)));
                });
        verdict.faults("state " + when, since.keySet());
    }

    private List<String> contradictions() {
        Map<String, TrainJob> jobs = all();
        Map<String, Map<String, Integer>> sizes =
                admin.batch().v1().jobs().inNamespace(namespace).list().getItems().stream()
                        .collect(Collectors.groupingBy(
                                job -> job.getMetadata().getLabels().getOrDefault(JOBSET_NAME, ""),
                                Collectors.toMap(job -> job.getMetadata().getName(), job -> job.getSpec()
                                        .getParallelism())));
        Map<String, List<Pod>> podsByJob = admin.pods().inNamespace(namespace).list().getItems().stream()
                .collect(Collectors.groupingBy(
                        pod -> pod.getMetadata().getLabels().getOrDefault(JOBSET_NAME, "")));
        return jobs.entrySet().stream()
                .flatMap(job -> StateAgainstPods.contradictions(
                        job.getValue(),
                        nodes.get(job.getKey()),
                        sizes.getOrDefault(job.getKey(), Map.of()),
                        podsByJob.getOrDefault(job.getKey(), List.of()))
                        .stream())
                .toList();
    }

    private static List<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number).toList();
    }

    private String torch(String name, int numNodes, String fields) {
        nodes.put(name, numNodes);
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec: {%s runtimeRef: {name: torch-distributed}, trainer: {numNodes: %d, command: [torchrun, train.py]}}
                """
                .formatted(name, fields, numNodes);
    }

    /** The launcher is one of the nodes. */
    private String mpi(String name) {
        nodes.put(name, 3);
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec: {runtimeRef: {name: mpi-distributed}, trainer: {numNodes: 3, command: [mpirun, ./train]}}
                """
                .formatted(name);
    }

    private String acme(String name) {
        nodes.put(name, 2);
        return """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec:
                  runtimeRef: {kind: TrainingRuntime, name: acme}
                  trainer: {numNodes: 2, command: [sh, -c, 'echo $ACME_ROOT']}
                  plugins: [{name: acme-collectives, parameters: {channels: 8}}]
                """
                .formatted(name);
    }
}

package io.trainyard.bench.soak;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.bench.StateHandler;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Users and the JobSet controller: TrainJobs come at a steady pace, run for some seconds, every tenth one fails with its pod, and all of it is
 * deleted a while after its end. Notes what a controller must never do.
 */
final class SoakLoad implements AutoCloseable {
    private static final int FAILING = 10;
    private static final int MIN_SECONDS = 5;
    private static final int SPREAD_SECONDS = 10;
    private static final int KEPT_SECONDS = 20;
    private static final int STUCK_SECONDS = 120;
    private static final int MAX_PROBLEMS = 50;
    private static final int MAX_ATTEMPTS = 4;

    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": "%s"},
             "spec": {"runtimeRef": {"name": "torch-distributed"},
              "trainer": {"numNodes": 2, "image": "registry.example/train:1", "command": ["torchrun", "/app/train.py"],
               "args": ["--epochs", "3"], "env": [{"name": "RUN_ID", "value": "%s"}],
               "resourcesPerNode": {"requests": {"cpu": "1", "memory": "1Gi"}}}}}
            """;
    private static final String RUNNING =
            """
            {"status": {"replicatedJobsStatus": [
             {"name": "node", "ready": 1, "active": 1, "succeeded": 0, "failed": 0, "suspended": 0}]}}
            """;
    private static final String ENDED =
            """
            {"status": {"terminalState": "%1$s", "replicatedJobsStatus": [
              {"name": "node", "ready": 0, "active": 0, "succeeded": %2$d, "failed": %3$d, "suspended": 0}],
             "conditions": [{"type": "%1$s", "status": "True", "reason": "%4$s", "message": "jobset has ended",
              "lastTransitionTime": "%5$s"}]}}
            """;
    private static final String POD =
            """
            {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "%1$s", "labels": {
              "jobset.sigs.k8s.io/jobset-name": "%1$s", "jobset.sigs.k8s.io/replicatedjob-name": "node"}},
             "spec": {"restartPolicy": "Never", "containers": [{"name": "node", "image": "registry.example/train:1"}]}}
            """;
    private static final String POD_FAILED =
            """
            {"status": {"phase": "Failed", "containerStatuses": [{"name": "node", "image": "i", "imageID": "", "ready": false,
              "restartCount": 0, "state": {"terminated": {"exitCode": 3, "reason": "Error", "finishedAt": "%s"}}}]}}
            """;

    private final HttpClient http;
    private final String root;
    private final String namespace;
    private final Map<String, JobRecord> jobs = new ConcurrentHashMap<>();
    private final Queue<String> problems = new ConcurrentLinkedQueue<>();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger deleted = new AtomicInteger();
    private final AtomicLong requests = new AtomicLong();
    private final Latencies latencies = new Latencies();
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    private final SharedIndexInformer<GenericKubernetesResource> jobSets;
    private final SharedIndexInformer<TrainJob> trainJobs;
    private @Nullable Long leaderLost;
    private final Consumer<String> log;
    private volatile boolean coming = true;

    SoakLoad(KubernetesClient client, String url, String namespace, Consumer<String> log) {
        this.log = log;
        this.http = client.getHttpClient();
        this.root = url;
        this.namespace = namespace;
        this.jobSets = client.genericKubernetesResources("jobset.x-k8s.io/v1alpha2", "JobSet")
                .inNamespace(namespace)
                .inform(new StateHandler<>(this::jobSet));
        this.trainJobs =
                client.resources(TrainJob.class).inNamespace(namespace).inform(new StateHandler<>(this::trainJob));
    }

    /** Creates TrainJobs that run and stay; returns when all have been asked for. */
    void stand(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            create("standing-" + i);
            if (i % 20 == 19) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** TrainJobs come from now on. */
    void start(Duration pause) {
        clock.scheduleAtFixedRate(
                () -> {
                    if (coming) {
                        create("job-" + created.getAndIncrement());
                    }
                },
                0,
                pause.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    /** The leader has been killed just now: the first JobSet of a TrainJob that comes later is told. */
    synchronized void leaderIsLost() {
        leaderLost = System.nanoTime();
    }

    private synchronized void tellNextLeader(JobRecord first, long now) {
        @Nullable Long lost = leaderLost;
        if (lost != null && first.isYoungerThan(lost)) {
            leaderLost = null;
            log.accept("first JobSet of a TrainJob made after the kill: " + (now - lost) / 1_000_000 + " ms after it");
        }
    }

    /** No more come; those that are there go on to their end. */
    void finish() {
        coming = false;
    }

    private void create(String name) {
        jobs.put(name, new JobRecord(System.nanoTime()));
        send(name, "POST", trainer("trainjobs"), "application/json", TRAIN_JOB.formatted(name, name), () -> {});
    }

    private void jobSet(GenericKubernetesResource jobSet) {
        String name = jobSet.getMetadata().getName();
        JobRecord record = jobs.get(name);
        if (record == null) {
            return;
        }
        boolean first = !record.hasJobSet();
        long now = System.nanoTime();
        if (record.jobSet(jobSet.getMetadata().getUid(), now)) {
            problem(name + " has got a second JobSet");
        }
        if (first) {
            latencies.add(record.waited(now));
            tellNextLeader(record, now);
            later(1, () -> merge(name, jobSets(name) + "/status", RUNNING, () -> {}));
            if (name.startsWith("job-")) {
                int seconds = MIN_SECONDS + Math.floorMod(name.hashCode(), SPREAD_SECONDS);
                later(seconds, () -> end(name));
            }
        }
    }

    private void end(String name) {
        boolean fails = name.endsWith(String.valueOf(FAILING - 1));
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (fails) {
            send(
                    name,
                    "POST",
                    core("pods"),
                    "application/json",
                    POD.formatted(name),
                    () -> merge(
                            name,
                            core("pods") + "/" + name + "/status",
                            POD_FAILED.formatted(now),
                            () -> merge(
                                    name,
                                    jobSets(name) + "/status",
                                    ENDED.formatted("Failed", 0, 1, "FailedJobs", now),
                                    () -> {})));
        } else {
            merge(
                    name,
                    jobSets(name) + "/status",
                    ENDED.formatted("Completed", 1, 0, "AllJobsCompleted", now),
                    () -> {});
        }
    }

    private void trainJob(TrainJob trainJob) {
        String name = trainJob.getMetadata().getName();
        JobRecord record = jobs.get(name);
        if (record == null) {
            return;
        }
        String terminal = trainJob.statusOrEmpty().isTrue(TrainerApi.CONDITION_COMPLETE)
                ? "Complete"
                : trainJob.statusOrEmpty().isTrue("Failed") ? "Failed" : "";
        boolean first = !record.hasEnded();
        if (record.end(terminal)) {
            problem(name + " has ended and says now '" + terminal + "'");
        }
        if (first && !terminal.isEmpty()) {
            String expected = name.endsWith(String.valueOf(FAILING - 1)) ? "Failed" : "Complete";
            if (!terminal.equals(expected)) {
                problem(name + " is " + terminal + " instead of " + expected);
            }
            ended.incrementAndGet();
            later(KEPT_SECONDS, () -> delete(name));
        }
    }

    private void delete(String name) {
        // No garbage is collected where only an API server runs.
        send(name, "DELETE", trainer("trainjobs") + "/" + name, "application/json", "{}", () -> {
            send(name, "DELETE", jobSets(name), "application/json", "{}", () -> {});
            send(
                    name,
                    "DELETE",
                    core("configmaps") + "/" + name + "-runtime-snapshot",
                    "application/json",
                    "{}",
                    () -> {});
            if (name.endsWith(String.valueOf(FAILING - 1))) {
                send(
                        name,
                        "DELETE",
                        core("pods") + "/" + name + "?gracePeriodSeconds=0",
                        "application/json",
                        "{\"gracePeriodSeconds\": 0}",
                        () -> {});
            }
            jobs.remove(name);
            deleted.incrementAndGet();
        });
    }

    private void merge(String job, String path, String patch, Runnable then) {
        send(job, "PATCH", path, "application/merge-patch+json", patch, then);
    }

    private void send(String job, String method, String path, String type, String body, Runnable then) {
        send(job, method, path, type, body, then, 1);
    }

    private void send(String job, String method, String path, String type, String body, Runnable then, int attempt) {
        HttpRequest request = http.newHttpRequestBuilder()
                .uri(root + path)
                .method(method, type, body)
                .build();
        requests.incrementAndGet();
        http.sendAsync(request, String.class).whenComplete((response, failure) -> {
            if (failure == null && (response.isSuccessful() || (response.code() == 404 && method.equals("DELETE")))) {
                then.run();
            } else if (failure == null && response.code() == 409) {
                // An attempt before had come through.
                then.run();
            } else if (attempt < MAX_ATTEMPTS) {
                later(attempt, () -> send(job, method, path, type, body, then, attempt + 1));
            } else {
                problem("the API server does not do " + method + " " + path + ": "
                        + (failure == null ? response.code() + " " + response.body() : failure));
                jobs.remove(job);
            }
        });
    }

    private void later(long seconds, Runnable task) {
        if (!clock.isShutdown()) {
            clock.schedule(task, seconds, TimeUnit.SECONDS);
        }
    }

    private void problem(String text) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(text);
        }
    }

    /** What went wrong so far; empty when nothing did. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Jobs that have had no JobSet for two minutes. */
    long stuck() {
        long now = System.nanoTime();
        return jobs.values().stream()
                .filter(record -> !record.hasJobSet() && record.waited(now) > 1_000L * STUCK_SECONDS)
                .count();
    }

    /** How many of those that come and go are there. */
    long underWay() {
        return jobs.keySet().stream().filter(name -> name.startsWith("job-")).count();
    }

    /** How many of those that stay have their JobSet. */
    long standing() {
        return jobs.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("standing-")
                        && entry.getValue().hasJobSet())
                .count();
    }

    /** One line; latencies are those since the line before. */
    String line() {
        return "%d created, %d ended, %d deleted, %d there; create to JobSet p50/p99/longest %s ms; %d requests"
                .formatted(
                        created.get(), ended.get(), deleted.get(), underWay(), latencies.take(), requests.getAndSet(0));
    }

    private String trainer(String plural) {
        return "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + namespace + "/" + plural;
    }

    private String jobSets(String name) {
        return "/apis/jobset.x-k8s.io/v1alpha2/namespaces/" + namespace + "/jobsets/" + name;
    }

    private String core(String plural) {
        return "/api/v1/namespaces/" + namespace + "/" + plural;
    }

    @Override
    public void close() {
        clock.shutdownNow();
        jobSets.close();
        trainJobs.close();
    }
}

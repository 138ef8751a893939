package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A cluster in which everything happens by chance, with a memory of what must stay true. */
final class SimulatedCluster {
    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final List<ApiFailure.Kind> FAULTS = List.of(
            ApiFailure.Kind.UNREACHABLE,
            ApiFailure.Kind.OVERLOADED,
            ApiFailure.Kind.SERVER_ERROR,
            ApiFailure.Kind.FORBIDDEN,
            ApiFailure.Kind.CONFLICT);

    final List<String> history = new ArrayList<>();
    private final Cluster cluster = new Cluster();
    private final Random random;
    private final Map<String, String> ends = new HashMap<>();
    private final Map<String, JobSet> foreign = new HashMap<>();
    private final Set<String> completed = new HashSet<>();
    private final Set<String> failed = new HashSet<>();
    private final Set<String> restarted = new HashSet<>();

    SimulatedCluster(long seed) {
        random = new Random(seed);
        cluster.api.setLatency(() -> new InMemoryKubeApi.Latency(milliseconds(150), milliseconds(150)));
        cluster.api.addFaults(request -> random.nextInt(100) < 8 ? Optional.of(fault()) : Optional.empty());
        cluster.api.addFaults(request -> {
            history.add("  " + request);
            checkCreation(request);
            return Optional.empty();
        });
    }

    private InMemoryKubeApi.Fault fault() {
        ApiFailure.Kind kind = FAULTS.get(random.nextInt(FAULTS.size()));
        boolean answered = kind != ApiFailure.Kind.UNREACHABLE && kind != ApiFailure.Kind.SERVER_ERROR;
        history.add("  FAULT " + kind);
        return new InMemoryKubeApi.Fault(InMemoryKubeApi.failure(kind, "fault"), !answered && random.nextBoolean());
    }

    private Duration milliseconds(int most) {
        return Duration.ofMillis(random.nextInt(most));
    }

    /** Something happens. */
    void step() {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        switch (random.nextInt(20)) {
            case 0, 1 -> create(name);
            case 2 -> ifThere(name, "resume", () -> cluster.suspend(name, false));
            case 3 -> ifThere(name, "suspend", () -> cluster.suspend(name, true));
            case 4 -> ifThere(name, "delete", () -> cluster.api.remove(TrainJob.class, name));
            case 5 -> ifJobSet(name, "delete JobSet of", () -> cluster.api.remove(JobSet.class, name));
            case 6 -> putForeign(name);
            case 7 ->
                act("delete snapshot of", name, () -> cluster.snapshot(name)
                        .ifPresent(snapshot -> cluster.api.remove(ConfigMap.class, name + "-runtime-snapshot")));
            case 8 -> toggleRuntime();
            case 9, 10, 11 -> ifJobSet(name, "JobSet controller:", () -> advanceJobSet(name));
            case 12 -> act("collect garbage", "", cluster.api::collectGarbage);
            case 13 -> restart();
            case 14 -> anyCache().relist();
            case 15 -> act("deliver all", "", cluster.controller::deliverAll);
            case 16, 17 -> anyCache().deliverOne(false);
            default -> cluster.time.advance(milliseconds(1500));
        }
        cluster.time.advance(milliseconds(100));
        check();
    }

    /** Faults end, changes are delivered, the runtime is there, and what others left lying about is gone. */
    void settle() {
        history.add("SETTLE");
        cluster.api.clearFaults();
        cluster.api.setLatency(() -> new InMemoryKubeApi.Latency(Duration.ZERO, Duration.ZERO));
        foreign.values().forEach(jobSet -> {
            if (isThere(jobSet)) {
                cluster.api.remove(JobSet.class, jobSet.getMetadata().getName());
            }
        });
        if (cluster.api.all(TrainingRuntime.class).isEmpty()) {
            cluster.putRuntime();
        }
        pass(Duration.ofMinutes(12));
    }

    private void pass(Duration duration) {
        for (int second = 0; second < duration.toSeconds(); second += 3) {
            cluster.controller.deliverAll();
            cluster.time.advance(Duration.ofSeconds(3));
            if (second % 60 == 0) {
                cluster.api.collectGarbage();
            }
        }
        check();
    }

    void checkThatItIsSettled() {
        for (TrainJob trainJob : cluster.api.all(TrainJob.class)) {
            String name = trainJob.getMetadata().getName();
            Optional<JobSet> jobSet = cluster.jobSet(name);
            if (trainJob.statusOrEmpty().isFinished()) {
                boolean late = trainJob.statusOrEmpty().conditions().stream()
                        .anyMatch(condition -> "DeadlineExceeded".equals(condition.getReason()));
                assertThat(late && jobSet.isPresent())
                        .as("JobSet of %s after its deadline", name)
                        .isFalse();
                continue;
            }
            assertThat(jobSet.map(SimulatedCluster::owner))
                    .as("owner of JobSet %s", name)
                    .contains(trainJob.getMetadata().getUid());
            assertThat(jobSet.get().hasEnded()).as("%s ended unnoticed", name).isFalse();
            assertThat(jobSet.get().suspended())
                    .as("JobSet %s is suspended", name)
                    .isEqualTo(trainJob.getSpec().isSuspended());
            assertThat(cluster.snapshot(name)).as("snapshot of %s", name).isPresent();
            boolean told = trainJob.statusOrEmpty()
                    .condition(TrainerApi.CONDITION_SUSPENDED)
                    .filter(condition -> "True".equals(condition.getStatus()))
                    .isPresent();
            assertThat(told)
                    .as("%s says it is suspended", name)
                    .isEqualTo(trainJob.getSpec().isSuspended());
        }
        cluster.requests();
        cluster.api
                .all(TrainJob.class)
                .forEach(trainJob -> cluster.api.patch(
                        TrainJob.class, trainJob.getMetadata().getName(), "{metadata: {annotations: {touched: x}}}"));
        pass(Duration.ofSeconds(30));
        assertThat(cluster.requests()).as("requests when all is settled").isEmpty();
    }

    int requests() {
        return cluster.api.requests().size();
    }

    private void create(String name) {
        if (cluster.api.find(TrainJob.class, name).isEmpty()) {
            String spec = random.nextBoolean() ? "suspend: true" : "suspend: false";
            String deadline = random.nextInt(4) == 0 ? ", activeDeadlineSeconds: 5" : "";
            act("create", name + " " + spec + deadline, () -> cluster.create(name, spec + deadline));
        }
    }

    private void putForeign(String name) {
        if (cluster.jobSet(name).isEmpty()) {
            act("foreign JobSet", name, () -> {
                JobSet jobSet = cluster.putForeignJobSet(name);
                foreign.put(jobSet.getMetadata().getUid(), jobSet);
            });
        } else if (isForeign(cluster.jobSet(name).get())) {
            act("foreign JobSet goes", name, () -> cluster.api.remove(JobSet.class, name));
        }
    }

    private void toggleRuntime() {
        if (cluster.api.all(TrainingRuntime.class).isEmpty()) {
            act("make runtime", "", cluster::putRuntime);
        } else if (random.nextInt(3) == 0) {
            act("delete runtime", "", () -> cluster.api.remove(TrainingRuntime.class, "plain"));
        }
    }

    private void advanceJobSet(String name) {
        JobSet jobSet = cluster.jobSet(name).orElseThrow();
        if (isForeign(jobSet) || jobSet.hasEnded()) {
            return;
        }
        if (jobSet.suspended()) {
            cluster.reportSuspended(name);
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> {
                completed.add(owner(jobSet));
                cluster.complete(name);
            }
            case 1 -> {
                failed.add(owner(jobSet));
                cluster.fail(name);
            }
            default -> cluster.run(name);
        }
    }

    private void restart() {
        if (random.nextInt(3) == 0) {
            cluster.api
                    .all(TrainJob.class)
                    .forEach(job -> restarted.add(job.getMetadata().getUid()));
            act("restart", "", cluster::restart);
        }
    }

    private LaggingCache<?> anyCache() {
        List<LaggingCache<?>> caches = cluster.controller.caches();
        return caches.get(random.nextInt(caches.size()));
    }

    private void ifThere(String name, String what, Runnable action) {
        if (cluster.api.find(TrainJob.class, name).isPresent()) {
            act(what, name, action);
        }
    }

    private void ifJobSet(String name, String what, Runnable action) {
        if (cluster.jobSet(name).filter(jobSet -> !isForeign(jobSet)).isPresent()) {
            act(what, name, action);
        }
    }

    private void act(String what, String which, Runnable action) {
        history.add(what + " " + which);
        action.run();
    }

    /** Nothing is created for a job after its end (JOBSET-24); a request of a dead process may still be on its way. */
    private void checkCreation(InMemoryKubeApi.Request request) {
        if (!request.verb().equals("create") || !request.kind().equals("JobSet")) {
            return;
        }
        String uid = owner(Manifests.jobSet(Manifests.yaml(request.body())));
        assertThat(ends.containsKey(uid) && !restarted.contains(uid))
                .as("%s is created after the end", request)
                .isFalse();
    }

    /** What must be true at any time. */
    private void check() {
        for (TrainJob trainJob : cluster.api.all(TrainJob.class)) {
            String uid = trainJob.getMetadata().getUid();
            String end = trainJob.statusOrEmpty().conditions().stream()
                    .filter(condition -> "True".equals(condition.getStatus())
                            && !TrainerApi.CONDITION_SUSPENDED.equals(condition.getType()))
                    .map(condition -> condition.getType() + "/" + condition.getReason())
                    .toList()
                    .toString();
            if (trainJob.statusOrEmpty().isFinished()) {
                assertThat(end).as("end of %s", trainJob.key()).isEqualTo(ends.getOrDefault(uid, end));
                ends.put(uid, end);
                assertThat(end.contains("AllJobsCompleted") && !completed.contains(uid)
                                || end.contains("FailedJobs") && !failed.contains(uid))
                        .as("%s ends as %s, which is the end of another", trainJob.key(), end)
                        .isFalse();
            } else {
                assertThat(ends).as("%s had ended", trainJob.key()).doesNotContainKey(uid);
            }
        }
        foreign.values().stream().filter(this::isThere).forEach(jobSet -> assertThat(
                        cluster.jobSet(jobSet.getMetadata().getName())
                                .orElseThrow()
                                .getMetadata())
                .as("a JobSet of somebody else")
                .isEqualTo(jobSet.getMetadata()));
    }

    private boolean isThere(JobSet jobSet) {
        return cluster.jobSet(jobSet.getMetadata().getName())
                .filter(live ->
                        live.getMetadata().getUid().equals(jobSet.getMetadata().getUid()))
                .isPresent();
    }

    private boolean isForeign(JobSet jobSet) {
        return foreign.containsKey(jobSet.getMetadata().getUid());
    }

    private static String owner(JobSet jobSet) {
        return jobSet.getMetadata().getOwnerReferences().stream()
                .map(owner -> owner.getUid())
                .findFirst()
                .orElse("nobody");
    }
}

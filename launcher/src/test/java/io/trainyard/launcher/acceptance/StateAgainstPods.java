package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges what a TrainJob's columns and conditions say by its pods. All its pods are training nodes here: it fetches nothing. READY counts the nodes of a Job
 * when all of them are ready, as the documents say; so it may be less than the pods that are ready, and is never more.
 */
final class StateAgainstPods {
    private final TrainJob job;
    private final TrainJobStatus status;
    private final int wanted;
    private final long alive;
    private final long ready;
    private final int readyByJob;
    private final List<String> contradictions = new ArrayList<>();

    private StateAgainstPods(TrainJob job, int wanted, Map<String, Integer> sizes, List<Pod> pods) {
        this.job = job;
        this.status = job.statusOrEmpty();
        this.wanted = wanted;
        this.alive = pods.stream().filter(StateAgainstPods::isAlive).count();
        List<Pod> good = pods.stream()
                .filter(StateAgainstPods::isAlive)
                .filter(StateAgainstPods::isReady)
                .toList();
        this.ready = good.size();
        this.readyByJob = sizes.entrySet().stream()
                .filter(size -> size.getValue()
                        == good.stream()
                                .filter(pod -> size.getKey().equals(jobOf(pod)))
                                .count())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /**
     * Each contradiction in a sentence.
     *
     * @param wanted how many nodes the TrainJob asks for
     * @param sizes how many pods each Job of its JobSet asks for, by the Job's name
     * @param pods those of these Jobs
     */
    static List<String> contradictions(TrainJob job, int wanted, Map<String, Integer> sizes, List<Pod> pods) {
        StateAgainstPods judge = new StateAgainstPods(job, wanted, sizes, pods);
        judge.judge();
        return judge.contradictions;
    }

    private void judge() {
        List<String> decided = List.of("Complete", "Failed", "Suspended").stream()
                .filter(status::isTrue)
                .toList();
        String phase = Optional.ofNullable(status.phase()).orElse("none");
        expect(decided.size() <= 1, "conditions contradict each other: " + decided);
        if (decided.isEmpty()) {
            expect(!List.of("Complete", "Failed", "Suspended").contains(phase), "the phase is " + phase);
            expect(phase.equals("Running") == (ready == wanted), "the phase is " + phase);
            expect(ready() == readyByJob, "READY is " + status.readyNodes());
            expect(Integer.valueOf(wanted).equals(status.nodes()), "NODES is " + status.nodes());
        } else {
            expect(decided.get(0).equals(phase), "the phase is " + phase + ", the condition " + decided);
            expect(alive == 0, "the condition is " + decided);
            expect(ready() == 0, "READY is " + status.readyNodes() + ", the condition " + decided);
        }
        String state = Optional.ofNullable(status.state()).orElse(phase);
        expect(state.startsWith(phase), "STATE is " + state + ", the phase " + phase);
    }

    private int ready() {
        return Optional.ofNullable(status.readyNodes()).orElse(0);
    }

    private void expect(boolean holds, String what) {
        if (!holds) {
            contradictions.add("%s: %s, with %d pods alive and %d ready of %d nodes"
                    .formatted(job.getMetadata().getName(), what, alive, ready, wanted));
        }
    }

    private static String jobOf(Pod pod) {
        return pod.getMetadata().getLabels().getOrDefault("batch.kubernetes.io/job-name", "");
    }

    private static boolean isAlive(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() == null
                && List.of("Pending", "Running").contains(pod.getStatus().getPhase());
    }

    private static boolean isReady(Pod pod) {
        return pod.getStatus().getConditions().stream()
                .anyMatch(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"));
    }
}

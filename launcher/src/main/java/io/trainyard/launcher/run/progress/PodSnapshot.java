package io.trainyard.launcher.run.progress;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.output.RankMark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The observed state of a pod.
 *
 * @param uid identifies the pod; another one of the same name has another uid
 * @param trainJob key of its TrainJob; empty when it belongs to none
 * @param replicatedJob name of its replicated job; may be empty
 * @param jobIndex number of its Job within the replicated job
 * @param index its number within its Job
 * @param attempt how often all pods of its JobSet were started again before this one was made
 * @param phase Pending, Running, Succeeded, Failed or Unknown
 * @param reason why the pod as a whole is where it is; may be empty
 * @param message likewise
 * @param deleting whether it is being removed, so that the end of its processes is nobody's fault
 * @param processes how many ranks it has; 0 when that is only known while it runs, or when what it writes is of no rank
 * @param containers init containers first
 */
public record PodSnapshot(
        String uid,
        String namespace,
        String name,
        String trainJob,
        String replicatedJob,
        long jobIndex,
        long index,
        long attempt,
        String phase,
        String reason,
        String message,
        boolean deleting,
        long processes,
        List<ContainerSnapshot> containers) {
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";
    private static final String REPLICATED_JOB = "jobset.sigs.k8s.io/replicatedjob-name";
    private static final String JOB_INDEX = "jobset.sigs.k8s.io/job-index";
    private static final String ATTEMPT = "jobset.sigs.k8s.io/restart-attempt";
    private static final String PROCESSES = "PET_NPROC_PER_NODE";
    private static final String INDEX = "batch.kubernetes.io/job-completion-index";

    public PodSnapshot {
        containers = List.copyOf(containers);
    }

    /** Reads a pod as it comes from the API server. */
    public static PodSnapshot of(Map<String, Object> pod) {
        Map<String, Object> labels = Tree.child(pod, "metadata", "labels");
        String namespace = Tree.text(pod, "metadata", "namespace");
        String jobSet = Tree.text(labels, JOB_SET);
        return new PodSnapshot(
                Tree.text(pod, "metadata", "uid"),
                namespace,
                Tree.text(pod, "metadata", "name"),
                jobSet.isEmpty() ? "" : namespace + "/" + jobSet,
                Tree.text(labels, REPLICATED_JOB),
                number(labels, JOB_INDEX),
                number(labels, INDEX),
                number(labels, ATTEMPT),
                phase(pod),
                Tree.text(pod, "status", "reason"),
                Tree.text(pod, "status", "message"),
                Tree.at(pod, "metadata", "deletionTimestamp") != null,
                processes(pod),
                containers(pod));
    }

    /** As torchrun is told. */
    private static long processes(Map<String, Object> pod) {
        if (RankMark.STEPS_WITHOUT_RANK.contains(Tree.text(pod, "metadata", "labels", REPLICATED_JOB))) {
            return 0;
        }
        return Tree.objects(pod, "spec", "containers").stream()
                .flatMap(container -> Tree.objects(container, "env").stream())
                .filter(variable -> Tree.text(variable, "name").equals(PROCESSES))
                .map(variable -> Tree.text(variable, "value"))
                .findFirst()
                .map(value -> PlainText.isNumber(value, 9) ? Long.parseLong(value) : 0L)
                .orElse(1L);
    }

    private static String phase(Map<String, Object> pod) {
        String phase = Tree.text(pod, "status", "phase");
        return phase.isEmpty() ? "Pending" : phase;
    }

    private static long number(Map<String, Object> labels, String label) {
        String text = Tree.text(labels, label);
        return PlainText.isNumber(text, 9) ? Long.parseLong(text) : 0;
    }

    private static List<ContainerSnapshot> containers(Map<String, Object> pod) {
        List<ContainerSnapshot> containers = new ArrayList<>();
        for (String list : List.of("initContainer", "container")) {
            for (Map<String, Object> container : Tree.objects(pod, "spec", list + "s")) {
                String name = Tree.text(container, "name");
                Map<String, Object> status = Tree.objects(pod, "status", list + "Statuses").stream()
                        .filter(entry -> name.equals(entry.get("name")))
                        .findFirst()
                        .orElse(Map.of());
                containers.add(ContainerSnapshot.of(name, list.startsWith("init"), status));
            }
        }
        return containers;
    }

    /** How often containers were started again. */
    public long restarts() {
        return containers.stream().mapToLong(ContainerSnapshot::restarts).sum();
    }

    /** True when nothing more will happen to it. */
    public boolean isOver() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** The container that matters to a reader: one that has failed, else one that cannot start, else the first that is no init container. */
    public Optional<ContainerSnapshot> speaking() {
        return containers.stream().max(Comparator.comparingInt(ContainerSnapshot::weight));
    }

    /** Exit code of the pod: that of the first container that failed, else 0 when all have ended; empty while some run. */
    public Optional<Integer> exitCode() {
        Optional<Integer> failed = containers.stream()
                .flatMap(container -> container.exitCode().stream())
                .filter(code -> code != 0)
                .findFirst();
        boolean ended = isOver()
                && containers.stream()
                        .anyMatch(container -> container.exitCode().isPresent());
        return failed.isPresent() ? failed : ended ? Optional.of(0) : Optional.empty();
    }

    /** How the pod is called within its job: replicated job, index of the Job, index of the pod. */
    public String shortName() {
        return replicatedJob.isEmpty() ? name : replicatedJob + "-" + jobIndex + "-" + index;
    }
}

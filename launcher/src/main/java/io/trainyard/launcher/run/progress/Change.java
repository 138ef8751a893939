package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.Optional;

/**
 * One thing that a user may want to read about. Texts are empty where they do not apply.
 *
 * @param trainJob name of the TrainJob
 * @param replicatedJob name of the replicated job
 * @param phase new phase
 * @param restart how often containers of the pod were started again
 * @param rank which process wrote the line, as far as that is known
 */
public record Change(
        Instant at,
        Type type,
        String trainJob,
        String replicatedJob,
        String pod,
        String container,
        String phase,
        String reason,
        String message,
        Optional<Long> restart,
        Optional<Integer> exitCode,
        Optional<Long> rank) {
    /** What it is about. */
    public enum Type {
        JOB("job"),
        COUNTERS("counters"),
        POD("pod"),
        RESTART("restart"),
        WARNING("warning"),
        OUTPUT("output"),
        RUN("run");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        /** As it stands in JSON. */
        public String text() {
            return text;
        }
    }

    static Change ofJob(Instant at, JobSnapshot job) {
        return new Change(
                at,
                Type.JOB,
                job.name(),
                "",
                "",
                "",
                job.phase().text(),
                job.reason(),
                job.message(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Change ofCounter(Instant at, JobSnapshot job, JobSnapshot.Counter counter) {
        return new Change(
                at,
                Type.COUNTERS,
                job.name(),
                counter.name(),
                "",
                "",
                "",
                "",
                "active " + counter.active() + ", ready " + counter.ready() + ", succeeded " + counter.succeeded()
                        + ", failed " + counter.failed(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Change ofPod(Instant at, Type type, PodState state) {
        PodSnapshot pod = state.snapshot();
        Optional<ContainerSnapshot> speaking = pod.speaking();
        String reason =
                pod.reason().isEmpty() ? speaking.map(ContainerSnapshot::reason).orElse("") : pod.reason();
        String message = pod.message().isEmpty()
                ? speaking.map(ContainerSnapshot::message).orElse("")
                : pod.message();
        return new Change(
                at,
                type,
                nameOf(pod.trainJob()),
                pod.replicatedJob(),
                pod.name(),
                speaking.map(ContainerSnapshot::name).orElse(""),
                state.displayStatus(),
                reason,
                message,
                Optional.of(pod.restarts()),
                state.exitCode(),
                Optional.empty());
    }

    static Change ofWarning(RunEvent.WarningRecorded warning) {
        return new Change(
                warning.at(),
                Type.WARNING,
                "",
                "",
                warning.subject(),
                "",
                "",
                warning.reason(),
                warning.message(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /**
     * A line that containers wrote.
     *
     * @param pod one of their pods
     * @param who names of all of them, as users read them
     * @param rank one of the processes that wrote it, as far as that is known
     */
    public static Change ofOutput(
            Instant at, PodSnapshot pod, String who, String container, String line, Optional<Long> rank) {
        return new Change(
                at,
                Type.OUTPUT,
                nameOf(pod.trainJob()),
                pod.replicatedJob(),
                who,
                container,
                "",
                "",
                line,
                Optional.empty(),
                Optional.empty(),
                rank);
    }

    /** Something about the run as a whole. */
    public static Change ofRun(Instant at, String phase, String reason, String message, Optional<Integer> exitCode) {
        return new Change(
                at, Type.RUN, "", "", "", "", phase, reason, message, Optional.empty(), exitCode, Optional.empty());
    }

    private static String nameOf(String key) {
        return key.substring(key.indexOf('/') + 1);
    }
}

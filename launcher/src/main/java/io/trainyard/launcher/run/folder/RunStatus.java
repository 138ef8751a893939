package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.time.Rfc3339;
import io.trainyard.foundation.tree.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code status.json} says of a run.
 *
 * @param trainJobs names of its TrainJobs
 * @param phase where it stands, or how it ended
 * @param started when it began
 * @param ended when it ended; empty while it runs
 * @param exitCode of the command; empty while it runs
 * @param process the process that runs it
 * @param server address of its API server
 * @param stoppedBy who or what stopped it; empty while it runs, and when it ended by itself
 */
public record RunStatus(
        List<String> trainJobs,
        Phase phase,
        Instant started,
        Optional<Instant> ended,
        Optional<Integer> exitCode,
        ProcessIdentity process,
        String server,
        String stoppedBy) {
    public RunStatus {
        trainJobs = List.copyOf(trainJobs);
    }

    /** How a run stands. */
    public enum Phase {
        RUNNING("Running"),
        COMPLETE("Complete"),
        FAILED("Failed"),
        STOPPED("Stopped"),
        TIMED_OUT("TimedOut"),
        /** It says that it runs, but its process is gone. */
        LOST("Lost");

        private final String text;

        Phase(String text) {
            this.text = text;
        }

        /** As users read it. */
        public String text() {
            return text;
        }

        static Phase of(String text) {
            for (Phase phase : values()) {
                if (phase.text.equals(text)) {
                    return phase;
                }
            }
            return LOST;
        }
    }

    /** The API server is there. */
    public RunStatus servedBy(String address) {
        return new RunStatus(trainJobs, phase, started, ended, exitCode, process, address, stoppedBy);
    }

    /**
     * The run has ended.
     *
     * @param by who or what stopped it; may be empty
     */
    public RunStatus ended(Phase end, Instant at, int code, String by) {
        return new RunStatus(trainJobs, end, started, Optional.of(at), Optional.of(code), process, server, by);
    }

    /** Where it stands, with a look at whether its process is still there, as lists show it. */
    public String liveText() {
        return stoppedBy.isEmpty() ? livePhase().text() : "Stopped by " + stoppedBy;
    }

    /** The phase, with a look at whether the process is still there; a run of another machine counts as running until it says otherwise. */
    public Phase livePhase() {
        return phase == Phase.RUNNING && !process.isElsewhere() && !process.isAlive() ? Phase.LOST : phase;
    }

    Map<String, Object> toTree() {
        Map<String, Object> tree = Tree.of(
                "trainJobs",
                trainJobs,
                "phase",
                phase.text(),
                "started",
                started.toString(),
                "process",
                process.toTree(),
                "server",
                server);
        ended.ifPresent(at -> tree.put("ended", at.toString()));
        exitCode.ifPresent(code -> tree.put("exitCode", (long) code));
        if (!stoppedBy.isEmpty()) {
            tree.put("stoppedBy", stoppedBy);
        }
        return tree;
    }

    /** Whether a tree is what {@link #toTree} makes, and not somebody else's. */
    static boolean isOne(Map<String, Object> tree) {
        return tree.get("trainJobs") instanceof List
                && tree.get("process") instanceof Map
                && tree.get("phase") instanceof String
                && Rfc3339.parse(Tree.text(tree, "started")).isPresent();
    }

    static RunStatus of(Map<String, Object> tree) {
        long code = Tree.integer(-1, tree, "exitCode");
        return new RunStatus(
                Tree.list(tree, "trainJobs").stream().map(String::valueOf).toList(),
                Phase.of(Tree.text(tree, "phase")),
                Rfc3339.parse(Tree.text(tree, "started")).orElse(Instant.EPOCH),
                Rfc3339.parse(Tree.text(tree, "ended")),
                code < 0 ? Optional.empty() : Optional.of((int) code),
                ProcessIdentity.of(Tree.child(tree, "process")),
                Tree.text(tree, "server"),
                Tree.text(tree, "stoppedBy"));
    }
}

package io.trainyard.launcher.run.progress;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a pod.
 *
 * @param snapshot its last observed state
 * @param running when it was first seen to run; empty when it was not
 * @param ended when it was first seen to have ended; empty while it has not
 * @param gone whether it was removed
 * @param stopped whether its programs ended because somebody ended them: the run, or a controller that removed the pod
 * @param exitCode with which its program ended by itself, the last time it did
 * @param line the last line that it wrote; may be empty
 * @param percentage how far its program says that it is
 * @param wrote when it last wrote something; empty when it has written nothing
 */
public record PodState(
        PodSnapshot snapshot,
        Optional<Instant> running,
        Optional<Instant> ended,
        boolean gone,
        boolean stopped,
        Optional<Integer> exitCode,
        String line,
        Optional<Integer> percentage,
        Optional<Instant> wrote) {
    static PodState first(PodSnapshot snapshot) {
        return new PodState(
                snapshot,
                Optional.empty(),
                Optional.empty(),
                false,
                false,
                snapshot.exitCode(),
                "",
                Optional.empty(),
                Optional.empty());
    }

    /**
     * The next look at it.
     *
     * @param ending whether the run is being stopped
     */
    PodState seen(Instant at, PodSnapshot next, boolean ending) {
        boolean runs = !next.phase().equals("Pending");
        boolean byOthers = (ending || next.deleting())
                && !snapshot.isOver()
                && !next.phase().equals("Succeeded");
        return new PodState(
                next,
                running.or(() -> runs ? Optional.of(at) : Optional.empty()),
                ended.or(() -> next.isOver() ? Optional.of(at) : Optional.empty()),
                gone,
                stopped || (byOthers && next.isOver()),
                stopped || byOthers ? exitCode : next.exitCode().or(() -> exitCode),
                line,
                percentage,
                wrote);
    }

    /** The run is over: what still ran was stopped with it. */
    PodState closed() {
        return new PodState(
                snapshot, running, ended, gone, stopped || !snapshot.isOver(), exitCode, line, percentage, wrote);
    }

    PodState removed(Instant at) {
        return new PodState(
                snapshot, running, ended.or(() -> Optional.of(at)), true, stopped, exitCode, line, percentage, wrote);
    }

    PodState wrote(Instant at, String text, Optional<Integer> progress) {
        return new PodState(
                snapshot,
                running,
                ended,
                gone,
                stopped,
                exitCode,
                text.isBlank() ? line : text,
                progress.or(() -> percentage),
                Optional.of(at));
    }

    /** One word for the user: the phase, or what keeps it from running. */
    public String displayStatus() {
        if (stopped || (gone && !snapshot.isOver())) {
            return "Stopped";
        }
        if (snapshot.deleting() && !snapshot.isOver()) {
            return "Stopping";
        }
        return snapshot.phase().equals("Pending")
                ? snapshot.speaking()
                        .filter(ContainerSnapshot::isStuck)
                        .map(ContainerSnapshot::reason)
                        .orElse("Pending")
                : snapshot.phase();
    }
}

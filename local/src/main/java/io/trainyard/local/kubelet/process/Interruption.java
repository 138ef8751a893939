package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Sends SIGINT to the processes of a container that train, as a terminal does at Ctrl-C: to its program; where that is a launcher, to its ranks in its place, and not to
 * what these have started. Only where {@code /proc} shows variables can a launcher be told from a program. Blocks.
 */
final class Interruption {
    private static final List<String> RANK = List.of(
            "RANK",
            "OMPI_COMM_WORLD_RANK",
            "PMI_RANK",
            "PMIX_RANK",
            "PADDLE_TRAINER_ID",
            "HOROVOD_RANK",
            "MLX_RANK",
            // accelerate gives no number to a process that it starts alone.
            "ACCELERATE_MIXED_PRECISION");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "busybox");

    private final Predicate<ProcessHandle> hasRank;

    /** @param everywhere all processes of the TrainJob, those of other containers among them */
    private Interruption(Set<ProcessHandle> everywhere) {
        Set<ProcessHandle> ranks = new HashSet<>();
        everywhere.stream().filter(process -> !rank(process).isEmpty()).forEach(ranks::add);
        this.hasRank = ranks::contains;
    }

    /**
     * Interrupts one container. A launcher whose ranks are in other containers is left alone.
     *
     * @param main the container's main process
     * @param everywhere all processes of its TrainJob
     * @return what was interrupted and its main process waits for; empty when it waits for nothing of that
     */
    @Blocking("called on worker threads only")
    static Set<ProcessHandle> send(ProcessHandle main, Set<ProcessHandle> everywhere)
            throws IOException, InterruptedException {
        Interruption interruption = new Interruption(everywhere);
        boolean isElsewhere = everywhere.stream().anyMatch(interruption.hasRank)
                && Stream.concat(Stream.of(main), main.descendants()).noneMatch(interruption.hasRank);
        if (isElsewhere) {
            return Set.of();
        }
        Set<ProcessHandle> receivers = interruption.receivers(main).collect(Collectors.toCollection(HashSet::new));
        List<String> command = new ArrayList<>(List.of("kill", "-s", "INT"));
        receivers.forEach(process -> command.add(Long.toString(process.pid())));
        new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        boolean waits = !receivers.remove(main) || isShell(main);
        return waits ? receivers : Set.of();
    }

    private Stream<ProcessHandle> receivers(ProcessHandle process) {
        // A shell waits for what it has started, which therefore has to end, too.
        if (isShell(process)) {
            return Stream.concat(Stream.of(process), process.children().flatMap(this::receivers));
        }
        String own = rank(process);
        List<ProcessHandle> ranks =
                process.children().filter(child -> leadsToOtherThan(own, child)).toList();
        if (!ranks.isEmpty()) {
            return ranks.stream().flatMap(this::receivers);
        }
        return own.isEmpty()
                ? Stream.concat(Stream.of(process), process.children().filter(Interruption::isSpawned))
                : Stream.of(process);
    }

    /** Whether Python's multiprocessing has started it from scratch, as {@code mp.spawn} does with ranks; workers of a data loader are copies of theirs. */
    private static boolean isSpawned(ProcessHandle process) {
        return process.info().arguments().map(List::of).orElse(List.of()).contains("--multiprocessing-fork");
    }

    /** Whether this process, or one that it has started, is another rank. */
    private boolean leadsToOtherThan(String own, ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .anyMatch(each -> hasRank.test(each) && !rank(each).equals(own));
    }

    private static boolean isShell(ProcessHandle process) {
        return process.info()
                .command()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .filter(SHELLS::contains)
                .isPresent();
    }

    private static String rank(ProcessHandle process) {
        return String.join(
                "",
                RANK.stream().map(name -> ProcessTree.variable(process, name)).toList());
    }
}

package io.trainyard.launcher.run.failure;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The error of a failed run that the others follow from.
 *
 * @param source whose log it stands in
 * @param error the error
 * @param alike names of the other sources in which the same error stands
 * @param followers one line for each kind of error that follows from it, with how often and where
 * @param survived the same of errors that processes have told of before and gone on after
 * @param silent who failed before, where all that is known are errors that follow from others, and torchrun names a process that has told of none
 */
public record RootCause(
        PodOutput source,
        Traceback error,
        List<String> alike,
        List<String> followers,
        List<String> survived,
        Optional<SilentProcess> silent) {
    /** Errors stand at the end of a log; of that, this much is looked at. */
    public static final int MAX_LOG_LINES = 20_000;

    /** How torchrun tells which of its processes have failed, when they themselves did not say it. */
    private static final LinearPattern RANK_OF_SUMMARY = LinearPattern.of("\\brank\\s*: (\\d+) \\(local_rank");

    /** What torchrun says of the process that failed first: its rank, and how it ended. */
    private static final LinearPattern FIRST_OF_SUMMARY = LinearPattern.of(
            "Root Cause \\(first observed failure\\):\\s[^=]*?\\brank\\s*: (\\d{1,9}) \\(local_rank[^=]*?\\bexitcode\\s*: (-?\\d{1,9}) ");

    private static final int ENDED_BY_TORCHRUN = -15;

    /**
     * A process that has failed without a word.
     *
     * @param exitCode of it; of one that was ended by a signal the negative number of that
     */
    public record SilentProcess(String rank, int exitCode) {}

    /** What launchers write of which several processes have one log, without saying in each line whose it is. */
    private static final LinearPattern SEVERAL_PROCESSES = LinearPattern.of(
            "Sending process \\d+ closing signal|local_rank: [1-9]"
                    + "|^(?:mpirun|mpiexec|prterun)\\b|MPI_ABORT was invoked|BAD TERMINATION",
            "closing signal|local_rank: |mpi|prterun|MPI_ABORT|BAD TERMINATION");

    public RootCause {
        alike = List.copyOf(alike);
        followers = List.copyOf(followers);
        survived = List.copyOf(survived);
    }

    /**
     * What a pod wrote.
     *
     * @param pod identifies the pod
     * @param name as users read it
     * @param lines of one container, in their order
     */
    public record PodOutput(String pod, String name, List<String> lines) {
        public PodOutput {
            lines = List.copyOf(lines);
        }
    }

    private record Found(PodOutput source, Traceback error) {}

    /**
     * Finds it.
     *
     * @param outputs of all pods; that of the one that failed first comes first
     * @return empty when nothing was written that is known to be an error
     */
    public static Optional<RootCause> of(List<PodOutput> outputs) {
        List<Found> all = new ArrayList<>();
        List<Found> survived = new ArrayList<>();
        for (PodOutput output : outputs) {
            List<Traceback> errors = TracebackReader.read(output.lines());
            boolean several = output.lines().stream().anyMatch(line -> SEVERAL_PROCESSES.isFoundIn(line));
            for (int i = 0; i < errors.size(); i++) {
                boolean later = isSurvived(errors.get(i), errors.subList(i + 1, errors.size()), several);
                (later ? survived : all).add(new Found(output, errors.get(i)));
            }
        }
        return all.stream()
                .filter(found -> !found.error.followsFromOthers())
                .findFirst()
                .or(() -> all.stream().findFirst())
                .map(first -> of(first, all, survived, outputs));
    }

    /** A process that has written another error later did not end by this one: it has caught it, told of it and gone on. */
    private static boolean isSurvived(Traceback error, List<Traceback> later, boolean several) {
        boolean unknown = several && error.process().isEmpty();
        return !unknown
                && !error.followsFromOthers()
                && later.stream().anyMatch(each -> each.process().equals(error.process()) && !each.followsFromOthers());
    }

    private static RootCause of(Found first, List<Found> all, List<Found> survived, List<PodOutput> outputs) {
        Set<String> alike = new LinkedHashSet<>();
        Map<String, List<String>> followers = new LinkedHashMap<>();
        for (Found found : all) {
            if (found.error.kind().equals(first.error.kind())) {
                alike.add(found.source.name());
            } else {
                add(found, followers);
            }
        }
        alike.remove(first.source.name());
        Map<String, List<String>> earlier = new LinkedHashMap<>();
        survived.forEach(found -> add(found, earlier));
        Optional<SilentProcess> silent = first.error.followsFromOthers() ? silent(all, outputs) : Optional.empty();
        return new RootCause(first.source, first.error, List.copyOf(alike), lines(followers), lines(earlier), silent);
    }

    private static Optional<SilentProcess> silent(List<Found> all, List<PodOutput> outputs) {
        return outputs.stream()
                .flatMap(output -> summaries(String.join("\n", output.lines())).stream())
                .filter(process -> process.exitCode != ENDED_BY_TORCHRUN
                        && all.stream().noneMatch(found -> found.error.rank().equals(Optional.of(process.rank))))
                .findFirst();
    }

    private static List<SilentProcess> summaries(String log) {
        List<SilentProcess> first = new ArrayList<>();
        for (Matcher found = FIRST_OF_SUMMARY.matcher(log); found.find(); ) {
            first.add(new SilentProcess(found.group(1), Integer.parseInt(found.group(2))));
        }
        return first;
    }

    private static void add(Found found, Map<String, List<String>> kinds) {
        kinds.computeIfAbsent(found.error.kind(), kind -> new ArrayList<>()).add(found.source.name());
    }

    private static List<String> lines(Map<String, List<String>> kinds) {
        return kinds.entrySet().stream()
                .map(entry -> entry.getKey() + where(entry.getValue()))
                .toList();
    }

    private static String where(List<String> names) {
        return " (" + (names.size() > 1 ? names.size() + " times, " : "")
                + NameRanges.text(List.copyOf(new LinkedHashSet<>(names))) + ")";
    }

    /**
     * The rank of the process: as its lines say it, or as torchrun does where one process alone has failed. Of several it names the one that it has noticed first, which need not be the one whose
     * error this is.
     */
    public Optional<String> rank() {
        List<String> failed = RANK_OF_SUMMARY.groupsIn(String.join("\n", source.lines()));
        return error.rank().or(() -> failed.size() == 1 ? Optional.of(failed.get(0)) : Optional.empty());
    }
}

package io.trainyard.launcher.run.failure;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.launcher.run.output.RankMark;
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
 * @param process that failed, where its launcher names it and it has written no traceback
 */
public record RootCause(
        PodOutput source,
        ToldError error,
        List<String> alike,
        List<String> followers,
        List<String> survived,
        Optional<EndedProcess> process) {
    /** Errors stand at the end of a log; of that, this much is looked at. */
    public static final int MAX_LOG_LINES = 20_000;

    /** How torchrun tells which of its processes have failed, when they themselves did not say it. */
    private static final LinearPattern RANK_OF_SUMMARY = LinearPattern.of("\\brank\\s*: (\\d+) \\(local_rank");

    /** What torchrun says of the process that failed first: its rank, and how it ended. */
    private static final LinearPattern FIRST_OF_SUMMARY = LinearPattern.of(
            "Root Cause \\(first observed failure\\):\\s[^=]*?\\brank\\s*: (\\d{1,9}) \\(local_rank: (\\d{1,9})\\)[^=]*?\\bexitcode\\s*: (-?\\d{1,9}) ");

    private static final int ENDED_BY_TORCHRUN = -15;

    /** What torchrun says itself before and while it ends. */
    private static final LinearPattern OF_TORCHRUN = LinearPattern.of(
            "torch[./]distributed[./](?:elastic|run|launcher)\\b|^WARNING:__main__:$|^\\*{20,}$|^Setting OMP_NUM_THREADS ");

    /** As Python exits after a traceback. */
    private static final LinearPattern ENDED_BY_TRACEBACK = LinearPattern.of("\\b(exitcode)\\s*: 1 ");

    /** Of what a program wrote that has no traceback. */
    private static final int MAX_MESSAGE_LINES = 20;

    /**
     * A process as its launcher tells of its end.
     *
     * @param exitCode of it; of one that was ended by a signal the negative number of that
     */
    public record EndedProcess(long rank, long localRank, int exitCode) {
        private boolean mayHaveWritten(RankMark line) {
            return line.rank().orElse(rank) == rank && line.localRank().orElse(localRank) == localRank;
        }
    }

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

    private record Found(PodOutput source, ToldError error, Optional<EndedProcess> process) {}

    /**
     * Finds it: a traceback that follows from no other, else the last words of a process that its launcher names, else what follows from others, else the last words of
     * the container that failed first.
     *
     * @param outputs of all containers; that of the one that failed first comes first
     * @return empty when nothing was written
     */
    public static Optional<RootCause> of(List<PodOutput> outputs) {
        List<Found> all = new ArrayList<>();
        List<Found> survived = new ArrayList<>();
        List<Found> messages = new ArrayList<>();
        for (PodOutput output : outputs) {
            TracebackReader.Text text = TracebackReader.read(output.lines());
            List<ToldError> errors = text.errors();
            boolean several = output.lines().stream().anyMatch(line -> SEVERAL_PROCESSES.isFoundIn(line));
            for (int i = 0; i < errors.size(); i++) {
                boolean later = isSurvived(errors.get(i), errors.subList(i + 1, errors.size()), several);
                (later ? survived : all).add(new Found(output, errors.get(i), Optional.empty()));
            }
            first(output)
                    .filter(process -> isWithoutTraceback(process, text.errors(), output))
                    .ifPresent(process ->
                            messages.add(new Found(output, message(text, Optional.of(process)), Optional.of(process))));
        }
        return all.stream()
                .filter(found -> !found.error.followsFromOthers())
                .findFirst()
                .or(() -> messages.stream().findFirst())
                .or(() -> all.stream()
                        .filter(found -> !found.error.isOfLauncher())
                        .findFirst())
                .or(() -> outputs.stream()
                        .findFirst()
                        .map(output -> new Found(
                                output,
                                message(TracebackReader.read(output.lines()), Optional.empty()),
                                Optional.empty()))
                        .filter(found -> !found.error.lines().isEmpty()))
                .map(first -> of(first, all, survived, messages));
    }

    /** The process that torchrun noticed first. */
    private static Optional<EndedProcess> first(PodOutput output) {
        Matcher found = FIRST_OF_SUMMARY.matcher(String.join("\n", output.lines()));
        return found.find()
                ? Optional.of(new EndedProcess(
                                Long.parseLong(found.group(1)),
                                Long.parseLong(found.group(2)),
                                Integer.parseInt(found.group(3))))
                        .filter(process -> process.exitCode != ENDED_BY_TORCHRUN)
                : Optional.empty();
    }

    /** Where lines do not say whose they are, as many processes have written a traceback as have exited like it. */
    private static boolean isWithoutTraceback(EndedProcess process, List<ToldError> errors, PodOutput output) {
        List<ToldError> own = errors.stream()
                .filter(error -> !error.isOfLauncher()
                        && error.rank()
                                .map(String.valueOf(process.rank)::equals)
                                .orElse(true))
                .toList();
        return own.stream()
                        .allMatch(error ->
                                error.followsFromOthers() && error.rank().isEmpty())
                && (process.exitCode != 1
                        || own.size()
                                < ENDED_BY_TRACEBACK
                                        .groupsIn(String.join("\n", output.lines()))
                                        .size());
    }

    /** The last that a program wrote itself. */
    private static ToldError message(TracebackReader.Text text, Optional<EndedProcess> process) {
        List<String> own = text.rest().stream()
                .filter(line -> !line.text().isBlank()
                        && !OF_TORCHRUN.isFoundIn(line.text())
                        && process.map(ended -> ended.mayHaveWritten(line)).orElse(true))
                .map(RankMark::text)
                .toList();
        List<String> last = own.subList(Math.max(0, own.size() - MAX_MESSAGE_LINES), own.size());
        return new ToldError(
                process.map(ended -> String.valueOf(ended.rank)),
                "",
                last,
                last.isEmpty() ? "" : last.get(last.size() - 1).strip());
    }

    /** A process that has written another error later did not end by this one: it has caught it, told of it and gone on. */
    private static boolean isSurvived(ToldError error, List<ToldError> later, boolean several) {
        boolean unknown = several && error.process().isEmpty();
        return !unknown
                && !error.followsFromOthers()
                && later.stream().anyMatch(each -> each.process().equals(error.process()) && !each.followsFromOthers());
    }

    private static RootCause of(Found first, List<Found> all, List<Found> survived, List<Found> messages) {
        Set<String> alike = new LinkedHashSet<>();
        Map<String, List<String>> followers = new LinkedHashMap<>();
        for (Found found : all) {
            if (found.error.kind().equals(first.error.kind())) {
                alike.add(found.source.name());
            } else if (!found.error.isOfLauncher()) {
                add(found, followers);
            }
        }
        messages.stream()
                .filter(found -> found.error.kind().equals(first.error.kind()))
                .forEach(found -> alike.add(found.source.name()));
        alike.remove(first.source.name());
        Map<String, List<String>> earlier = new LinkedHashMap<>();
        survived.forEach(found -> add(found, earlier));
        return new RootCause(
                first.source, first.error, List.copyOf(alike), lines(followers), lines(earlier), first.process);
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

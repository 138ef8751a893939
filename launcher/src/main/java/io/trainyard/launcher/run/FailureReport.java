package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.process.UserVariables;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.cli.run.WorkFolder;
import io.trainyard.launcher.run.failure.NameRanges;
import io.trainyard.launcher.run.failure.RootCause;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.progress.AttemptNumbers;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Hints;
import io.trainyard.local.kubelet.environment.HostVariables;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a user reads about a failure: the error that the others follow from, or the end of the first failing log; and what to do. Reads logs, so it blocks. */
final class FailureReport {
    private static final int TAIL_LINES = 20;

    private final LocalRun.Request request;
    private final RunState state;
    private final Optional<PodLogs> logs;
    private final AttemptNumbers attempts;

    /**
     * @param logs empty when the kubelet did not get that far
     */
    FailureReport(LocalRun.Request request, RunState state, Optional<PodLogs> logs) {
        this.request = request;
        this.state = state;
        this.logs = logs;
        this.attempts = AttemptNumbers.of(state.pods().values());
    }

    /** An empty line, and what is to be said. */
    List<String> lines(RunState.FirstFailure first) {
        Optional<RootCause> cause = RootCause.of(outputs(first));
        PodSnapshot pod = cause.flatMap(found -> pod(found.source().pod()))
                .map(PodState::snapshot)
                .filter(found -> !found.uid().equals(first.pod().uid()))
                .orElse(first.pod());
        List<String> lines = new ArrayList<>(List.of("", who(first, pod, cause)));
        List<String> tail = tail(first);
        if (cause.isPresent()) {
            cause.flatMap(RootCause::silent).ifPresent(process -> lines.add(silent(process)));
            cause.get().error().lines().forEach(line -> lines.add("  " + line));
            tell(cause.get(), lines);
        } else if (tail.isEmpty() && !first.container().message().isBlank()) {
            lines.add("  " + first.container().message().strip());
        } else if (tail.isEmpty()) {
            lines.add("It has written nothing.");
        } else {
            lines.add("The end of what it wrote:");
            tail.forEach(line -> lines.add("  " + line));
        }
        List<String> evidence = new ArrayList<>(tail);
        cause.ifPresent(found -> evidence.addAll(found.error().lines()));
        Hints.of(first, evidence, circumstances(pod)).ifPresent(hint -> lines.add("hint: " + hint));
        lines.addAll(next(pod, !evidence.isEmpty()));
        return lines;
    }

    private String who(RunState.FirstFailure first, PodSnapshot pod, Optional<RootCause> cause) {
        boolean same = pod.uid().equals(first.pod().uid());
        Optional<Integer> code =
                same ? first.container().exitCode() : pod(pod.uid()).flatMap(PodState::exitCode);
        String container = same
                ? first.container().name()
                : pod.speaking().map(each -> each.name()).orElse("");
        if (same && first.container().neverRan()) {
            return "Container " + container + " of pod " + pod.name() + " could not be started";
        }
        String reason = first.container().reason();
        long total = attempts.total(pod);
        String which = (total > 1 ? ", attempt " + attempts.number(pod) + " of " + total : "")
                + cause.filter(found -> found.silent().isEmpty())
                        .flatMap(RootCause::rank)
                        .map(rank -> ", rank " + rank)
                        .orElse("");
        return "The first to fail was container " + container + " of pod " + pod.name() + which
                + code.map(value -> (which.isEmpty() ? "" : ",") + " with exit code " + value)
                        .orElse("")
                + (!same || reason.isEmpty() || reason.equals("Error") ? "" : " (" + reason + ")");
    }

    private static String silent(RootCause.SilentProcess process) {
        int code = process.exitCode();
        return "torchrun says that rank " + process.rank() + " failed before, "
                + (code < 0 ? "ended by signal " + -code : "with exit code " + code)
                + "; it wrote no error. What another one wrote after that:";
    }

    private static void tell(RootCause cause, List<String> lines) {
        if (!cause.alike().isEmpty()) {
            lines.add("The same in " + NameRanges.text(cause.alike()) + ".");
        }
        if (!cause.followers().isEmpty()) {
            lines.add("What followed from it, left out here:");
            cause.followers().forEach(line -> lines.add("  " + line));
        }
        if (!cause.survived().isEmpty()) {
            lines.add("Errors that were told of before, and did not end it:");
            cause.survived().forEach(line -> lines.add("  " + line));
        }
    }

    /** The command that shows more, and the one that tries again. */
    private List<String> next(PodSnapshot pod, boolean written) {
        List<String> lines = new ArrayList<>();
        if (written) {
            lines.add("All that it wrote: trainyard logs "
                    + pod.trainJob().substring(pod.trainJob().indexOf('/') + 1)
                    + (pod.replicatedJob().isEmpty() ? "" : " " + pod.shortName())
                    + (attempts.number(pod) < attempts.total(pod) ? " --attempt " + attempts.number(pod) : ""));
        }
        if (request.machine()
                .restarts()
                .filter(limit -> limit.maxRestarts() == 0)
                .isPresent()) {
            lines.add("It was not tried again, as a cluster may do: --restarts N, or --as-cluster.");
        }
        return lines;
    }

    /** What pods wrote that have not ended well, that of the one that failed first before all others. */
    private List<RootCause.PodOutput> outputs(RunState.FirstFailure first) {
        Stream<PodSnapshot> others = state.pods().values().stream()
                .map(PodState::snapshot)
                .filter(pod -> !pod.uid().equals(first.pod().uid()))
                .filter(pod -> !pod.phase().equals("Succeeded"))
                .sorted(java.util.Comparator.comparing(PodSnapshot::replicatedJob)
                        .thenComparing(PodSnapshot::jobIndex)
                        .thenComparing(PodSnapshot::index));
        return Stream.concat(Stream.of(first.pod()), others)
                .flatMap(pod -> pod.containers().stream()
                        .map(container -> new RootCause.PodOutput(
                                pod.uid(),
                                pod.shortName(),
                                lines(pod, container.name(), (int) container.restarts(), RootCause.MAX_LOG_LINES))))
                .toList();
    }

    private List<String> tail(RunState.FirstFailure first) {
        return lines(
                first.pod(), first.container().name(), (int) first.container().restarts(), TAIL_LINES);
    }

    /** The container may have been started again since; its log has another name then. */
    private List<String> lines(PodSnapshot pod, String container, int restarts, int most) {
        if (logs.isEmpty()) {
            return List.of();
        }
        PodFolder folder = logs.get().folderFor(pod.namespace(), pod.name(), pod.uid());
        return Stream.of(folder.log(container, restarts), folder.log(container, restarts - 1), folder.log(container))
                .map(file -> TextFiles.lastLines(file, most))
                .filter(found -> !found.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private Optional<PodState> pod(String uid) {
        return Optional.ofNullable(state.pods().get(uid));
    }

    private Hints.Circumstances circumstances(PodSnapshot pod) {
        MachineSettings machine = request.machine();
        return new Hints.Circumstances(
                workFolder(pod),
                HostVariables.heldBack(
                        UserVariables.ofProcess(), machine.programs().inherited()),
                machine.tools().debugging().isPresent(),
                Path.of("").toAbsolutePath().toString(),
                path -> Files.exists(Path.of(path)),
                !machine.has(MachineSettings.Switch.HOST_TMP));
    }

    private String workFolder(PodSnapshot pod) {
        WorkFolder work = request.machine().work();
        Path own = logs.map(all ->
                        all.folderFor(pod.namespace(), pod.name(), pod.uid()).work())
                .orElse(work.folder());
        return work.starts().getOrDefault(pod.trainJob(), own).toString();
    }
}

package io.trainyard.launcher.run;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.why.ExitCodes;
import io.trainyard.launcher.cli.process.UserVariables;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.cli.run.WorkFolder;
import io.trainyard.launcher.run.failure.FailureCause;
import io.trainyard.launcher.run.failure.RootCause;
import io.trainyard.launcher.run.folder.KeptCause;
import io.trainyard.launcher.run.folder.TextFiles;
import io.trainyard.launcher.run.output.RankMark;
import io.trainyard.launcher.run.progress.AttemptNumbers;
import io.trainyard.launcher.run.progress.ContainerSnapshot;
import io.trainyard.launcher.run.progress.JobPhase;
import io.trainyard.launcher.run.progress.PodSnapshot;
import io.trainyard.launcher.run.progress.PodState;
import io.trainyard.launcher.run.progress.RunState;
import io.trainyard.launcher.run.view.Hints;
import io.trainyard.local.kubelet.environment.HostVariables;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.FreePorts;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Why TrainJobs of a run have failed: the error that the others follow from, or the end of the first failing log, and what to do. Reads logs, so it blocks. */
final class CausesAtEnd {
    private static final int TAIL_LINES = 20;

    /** Less than this is no space at all: a file system keeps some for itself. */
    private static final long NOTHING = 1 << 16;

    private final LocalRun.Request request;
    private final RunState state;
    private final Optional<PodLogs> logs;
    private final Instant now;
    private final AttemptNumbers attempts;

    /**
     * @param logs empty when the kubelet did not get that far
     * @param now when the run ended
     */
    CausesAtEnd(LocalRun.Request request, RunState state, Optional<PodLogs> logs, Instant now) {
        this.request = request;
        this.state = state;
        this.logs = logs;
        this.now = now;
        this.attempts = AttemptNumbers.of(state.pods().values());
    }

    /** Of those that have failed, by their keys; the one that failed first before others. */
    Map<String, KeptCause> of(RunOutcome how) {
        Map<String, KeptCause> causes = new LinkedHashMap<>();
        if (how == RunOutcome.FAILED) {
            state.firstFailure()
                    .filter(first -> !hasSucceeded(first.pod().trainJob()))
                    .ifPresent(first -> causes.put(first.pod().trainJob(), failure(first)));
        }
        state.jobs().forEach((key, job) -> {
            if (job.phase() == JobPhase.FAILED && !causes.containsKey(key)) {
                failed(key).ifPresent(first -> causes.put(key, failure(first)));
            }
        });
        return causes;
    }

    private boolean hasSucceeded(String trainJob) {
        return state.jobs().containsKey(trainJob) && state.jobs().get(trainJob).phase() == JobPhase.COMPLETE;
    }

    private Optional<RunState.FirstFailure> failed(String trainJob) {
        return state.firstFailure()
                .filter(first -> first.pod().trainJob().equals(trainJob))
                .or(() -> state.podsOf(trainJob).stream()
                        .map(PodState::snapshot)
                        .flatMap(pod -> pod.containers().stream()
                                .filter(ContainerSnapshot::hasFailed)
                                .map(container -> new RunState.FirstFailure(pod, container)))
                        .findFirst());
    }

    private KeptCause failure(RunState.FirstFailure first) {
        Optional<RootCause> root = RootCause.of(outputs(first));
        PodSnapshot pod = root.flatMap(found -> pod(found.source().pod()))
                .map(PodState::snapshot)
                .filter(found -> !found.uid().equals(first.pod().uid()))
                .orElse(first.pod());
        List<String> evidence = new ArrayList<>(tail(first));
        root.ifPresent(found -> evidence.addAll(found.error().lines()));
        String hint = Hints.of(first, evidence, circumstances(pod)).orElse("");
        return new KeptCause(cause(first, pod, root, hint), evidence.isEmpty() ? "" : log(pod), now);
    }

    private Cause cause(RunState.FirstFailure first, PodSnapshot pod, Optional<RootCause> root, String hint) {
        boolean same = pod.uid().equals(first.pod().uid());
        ContainerSnapshot ended = first.container();
        String container = same
                ? ended.name()
                : pod.speaking().map(ContainerSnapshot::name).orElse("");
        String reason = same && !ended.reason().equals("Error") ? ended.reason() : "";
        int code = root.flatMap(RootCause::process)
                .map(FailureCause::exitCode)
                .or(() -> same ? ended.exitCode() : pod(pod.uid()).flatMap(PodState::exitCode))
                .orElse(0);
        FailedContainer failed = new FailedContainer(
                pod.replicatedJob(),
                (int) pod.index(),
                pod.name(),
                container,
                code,
                ExitCodes.meaning(code, reason, RankMark.STEPS_WITHOUT_RANK.contains(pod.replicatedJob())),
                Optional.empty(),
                root.map(found -> found.error().lines())
                        .orElseGet(() -> ended.message().strip().lines().toList()));
        if (same && ended.neverRan()) {
            return new Cause(
                    Cause.Kind.CONTAINER_FAILED,
                    "container " + container + " of pod " + pod.name() + " could not be started",
                    List.of(),
                    hint,
                    Optional.of(failed));
        }
        long total = attempts.total(pod);
        return FailureCause.of(
                who(pod, failed, root),
                failed,
                total > 1 ? ", attempt " + attempts.number(pod) + " of " + total : "",
                reason,
                root,
                hint);
    }

    private boolean isOwn(PodSnapshot pod) {
        return request.machine().kubelet().ownPrograms().containsKey(pod.trainJob());
    }

    private boolean isOnly(PodSnapshot pod) {
        return state.podsOf(pod.trainJob()).size() == 1;
    }

    /** Who failed. The user of a program of his own has made no pods, so none is named; empty for one process. */
    private Optional<String> who(PodSnapshot pod, FailedContainer failed, Optional<RootCause> root) {
        if (!isOwn(pod)) {
            return FailureCause.container(failed);
        }
        if (root.flatMap(RootCause::rank).isPresent()) {
            return Optional.of("node " + pod.index());
        }
        return isOnly(pod) ? Optional.empty() : Optional.of((pod.processes() == 1 ? "rank " : "node ") + pod.index());
    }

    /** What commands that show what it wrote have to be told beside the name of the run. */
    private String log(PodSnapshot pod) {
        return (pod.replicatedJob().isEmpty() ? "" : " " + pod.shortName())
                + (attempts.number(pod) < attempts.total(pod) ? " --attempt " + attempts.number(pod) : "");
    }

    /** What pods wrote that have not ended well, that of the one that failed first before all others. */
    private List<RootCause.PodOutput> outputs(RunState.FirstFailure first) {
        Stream<PodSnapshot> others = state.podsOf(first.pod().trainJob()).stream()
                .map(PodState::snapshot)
                .filter(pod -> !pod.uid().equals(first.pod().uid()))
                .filter(pod -> !pod.phase().equals("Succeeded"));
        return Stream.concat(Stream.of(first.pod()), others)
                .flatMap(pod -> pod.containers().stream()
                        .sorted(Comparator.comparing(container ->
                                !container.name().equals(first.container().name())))
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
        boolean own = isOwn(pod);
        Set<String> heldBack = new HashSet<>();
        if (!own) {
            Map<String, String> shell = UserVariables.ofProcess();
            heldBack.addAll(shell.keySet());
            heldBack.removeAll(
                    HostVariables.select(shell, machine.programs().inherited()).keySet());
        }
        return new Hints.Circumstances(
                workFolder(pod),
                heldBack,
                machine.tools().debugging().isPresent() || (own && isOnly(pod)),
                Path.of("").toAbsolutePath().toString(),
                path -> Files.exists(Path.of(path)),
                !own,
                port -> port < 1 << 16 && !FreePorts.isFree(port),
                folder -> new File(folder).getUsableSpace() < NOTHING);
    }

    private String workFolder(PodSnapshot pod) {
        WorkFolder work = request.machine().work();
        Path own = logs.map(all ->
                        all.folderFor(pod.namespace(), pod.name(), pod.uid()).work())
                .orElse(work.folder());
        return work.starts().getOrDefault(pod.trainJob(), own).toString();
    }
}

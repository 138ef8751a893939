package io.trainyard.core.why;

import io.trainyard.core.report.FetchReport;
import io.trainyard.core.report.FetchedShare;
import io.trainyard.core.report.WorldSize;
import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.RankReport;
import io.trainyard.core.view.StepView;
import io.trainyard.core.view.TrainingProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where a job is on its way when nothing keeps it. Pure; there is always an answer. */
final class CourseCauses {
    /** Controllers answer within moments; who has not after that is not there. */
    private static final Duration GRACE_PERIOD = Duration.ofSeconds(30);

    /** What to do where processes do not find each other. */
    static final String TOGETHER = "start the program through torchrun or with the variables that the runtime sets";

    private CourseCauses() {}

    static Cause of(Situation situation) {
        return smallerThanDeclared(situation)
                .or(() -> tooSmall(situation))
                .or(() -> fetching(situation))
                .or(() -> running(situation))
                .orElseGet(() -> starting(situation));
    }

    /** Written by whichever replica heard of it, so that everybody knows. */
    private static Optional<Cause> smallerThanDeclared(Situation situation) {
        if (!situation.trains()) {
            return Optional.empty();
        }
        return WorldSize.smaller(situation.objects().trainJob().statusOrEmpty().trainerStatus())
                .map(world -> Cause.of(
                        Cause.Kind.WORLD_TOO_SMALL,
                        "only " + world.formed() + " of the " + world.declared()
                                + " declared processes found each other, so they train apart",
                        List.of("the program reports a world of " + world.formed()),
                        TOGETHER));
    }

    private static Optional<Cause> tooSmall(Situation situation) {
        Optional<Integer> nodes = situation.summary().nodes();
        List<RankReport> reports = situation.objects().reports();
        if (nodes.isEmpty()) {
            return Optional.empty();
        }
        return reports.stream()
                .filter(report ->
                        report.worldSize().filter(size -> size < nodes.get()).isPresent())
                .findFirst()
                .map(report -> Cause.of(
                        Cause.Kind.WORLD_TOO_SMALL,
                        "its processes formed a world of "
                                + report.worldSize().orElse(0) + " on " + nodes.get()
                                + " nodes, so they do not train together",
                        List.of("rank " + report.rank() + " reports a world of "
                                + report.worldSize().orElse(0)),
                        TOGETHER));
    }

    private static Optional<Cause> fetching(Situation situation) {
        boolean before = situation.state() == JobState.INITIALIZING || situation.state() == JobState.PENDING;
        if (!before) {
            return Optional.empty();
        }
        return situation.steps().stream()
                .filter(step -> step.role().isInitializer() && step.state() == StepView.State.RUNNING)
                .findFirst()
                .map(step -> fetching(situation, step));
    }

    private static Cause fetching(Situation situation, StepView step) {
        List<String> evidence = new ArrayList<>();
        step.started().ifPresent(start -> evidence.add("it began " + situation.ago(start)));
        boolean model = step.role() == StepView.Role.MODEL_INITIALIZER;
        situation
                .summary()
                .progress()
                .flatMap(progress -> FetchedShare.of(
                        progress.metrics(), model ? FetchReport.Content.MODEL : FetchReport.Content.DATASET))
                .ifPresent(percentage -> evidence.add(percentage + " % of it is there"));
        situation.nodes().stream()
                .filter(node -> node.step().equals(step.name()))
                .flatMap(node -> node.containers().stream().map(container -> situation
                        .objects()
                        .lastLines()
                        .getOrDefault(JobObjects.logKey(node.pod(), container.name()), List.of())))
                .filter(lines -> !lines.isEmpty())
                .map(lines -> lines.get(lines.size() - 1))
                .limit(1)
                .forEach(evidence::add);
        return Cause.of(
                Cause.Kind.FETCHING, "the " + (model ? "model" : "data set") + " is still being fetched", evidence, "");
    }

    private static Optional<Cause> running(Situation situation) {
        JobSummary job = situation.summary();
        if (!situation.trains()) {
            return Optional.empty();
        }
        List<String> evidence = new ArrayList<>();
        job.progress().flatMap(TrainingProgress::percentage).ifPresent(done -> evidence.add(done + " per cent done"));
        job.progress()
                .flatMap(TrainingProgress::reported)
                .ifPresent(reported -> evidence.add("reported " + situation.ago(reported)));
        String nodes = job.nodes()
                .map(all -> ": " + job.readyNodes().orElse(all) + " of " + all + (all == 1 ? " node is" : " nodes are")
                        + " ready")
                .orElse("");
        return Optional.of(Cause.of(Cause.Kind.RUNNING, "it trains" + nodes, evidence, ""));
    }

    private static Cause starting(Situation situation) {
        JobSummary job = situation.summary();
        boolean patient =
                Duration.between(job.created(), situation.objects().now()).compareTo(GRACE_PERIOD) < 0;
        if (situation.nodes().isEmpty()) {
            return patient
                    ? Cause.of(
                            Cause.Kind.STARTING,
                            situation.objects().jobSet().isPresent()
                                    ? "JobSet's controller has not made its pods yet"
                                    : "its JobSet is not made yet",
                            List.of("it was created " + situation.ago(job.created())),
                            "")
                    : withoutPods(situation);
        }
        List<NodeView> waiting = situation.nodes().stream()
                .filter(node -> !node.ready() && !node.isOver())
                .toList();
        int ready = situation.nodes().size() - waiting.size();
        List<String> evidence = new ArrayList<>();
        evidence.add(ready + " of " + situation.nodes().size() + " pods are ready");
        waiting.stream()
                .flatMap(node -> situation
                        .newest(node)
                        .map(event -> node.pod() + ": " + event.message() + " (" + situation.ago(event.at()) + ")")
                        .stream())
                .limit(3)
                .forEach(evidence::add);
        String what = waiting.stream()
                .flatMap(
                        node -> preparing(node)
                                .map(container -> "init container " + container + " of pod " + node.pod() + " runs")
                                .stream())
                .findFirst()
                .orElse("its pods are starting");
        return Cause.of(Cause.Kind.STARTING, what, evidence, "");
    }

    /** The init container for which the others of a pod wait. */
    private static Optional<String> preparing(NodeView node) {
        List<ContainerView> containers = node.containers();
        return containers.stream()
                .filter(container -> container.initial()
                        && container.state() == ContainerView.State.RUNNING
                        && containers.stream()
                                .skip(containers.indexOf(container) + 1L)
                                .allMatch(later -> later.state() == ContainerView.State.WAITING))
                .map(ContainerView::name)
                .findFirst();
    }

    private static Cause withoutPods(Situation situation) {
        List<String> evidence =
                List.of("it was created " + situation.ago(situation.summary().created()));
        return situation.objects().jobSet().isPresent()
                ? Cause.of(
                        Cause.Kind.NOT_RECONCILED,
                        "it has a JobSet, but no pods",
                        evidence,
                        ForAdministrators.advice(
                                "see what happened to its Jobs: kubectl get jobs -l jobset.sigs.k8s.io/jobset-name="
                                        + situation.kubectlName() + "; and whether JobSet's controller runs",
                                "kubectl get pods -n jobset-system"))
                : Cause.of(
                        Cause.Kind.NOT_RECONCILED,
                        "no controller has done anything about it",
                        evidence,
                        ForAdministrators.advice(
                                "see whether the controller runs, and whether it serves namespace "
                                        + situation.summary().namespace(),
                                "kubectl get pods -A -l app.kubernetes.io/part-of=kubeflow,app.kubernetes.io/component=manager"));
    }
}

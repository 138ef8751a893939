package io.trainyard.dashboard.report;

import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.JobState;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.StepView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One line of the timeline: the job, or one attempt of a step.
 *
 * @param parts one after the other
 */
record Lane(String title, List<Part> parts) {
    Lane {
        parts = List.copyOf(parts);
    }

    /** What somebody did for some time. */
    record Part(Kind kind, Instant from, Instant to) {
        String words() {
            return kind.words + " " + Texts.duration(Duration.between(from, to));
        }
    }

    enum Kind {
        QUEUED("waiting"),
        SCHEDULING("finding nodes"),
        PREPARING("images and init containers"),
        RUNNING("running"),
        SUCCEEDED("ended well"),
        FAILED("failed");

        final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** All lanes of a job, itself first. */
    static List<Lane> of(JobDetail job, Instant now) {
        List<Lane> lanes = new ArrayList<>();
        lanes.add(ofJob(job, now));
        Map<String, List<NodeView>> groups = new LinkedHashMap<>();
        for (NodeView node : job.nodes()) {
            String step = node.step().isEmpty() ? "pod" : node.step();
            String title = node.attempt() == 0 ? step : step + ", attempt " + (node.attempt() + 1);
            groups.computeIfAbsent(title, ignored -> new ArrayList<>()).add(node);
        }
        groups.forEach((title, nodes) -> lanes.add(ofPods(title, nodes, now)));
        if (groups.isEmpty()) {
            job.steps().forEach(step -> lanes.add(ofStep(step, now)));
        }
        lanes.removeIf(lane -> lane.parts().isEmpty());
        return lanes;
    }

    private static Lane ofJob(JobDetail job, Instant now) {
        Instant end = job.summary().ended().orElse(now);
        Instant begun = earliest(job.nodes().stream().flatMap(node -> node.started().stream()))
                .orElse(end);
        Kind kind = job.summary().state() == JobState.FAILED
                ? Kind.FAILED
                : job.summary().state() == JobState.COMPLETE ? Kind.SUCCEEDED : Kind.RUNNING;
        List<Part> parts = new ArrayList<>();
        add(parts, Kind.QUEUED, job.summary().created(), begun);
        add(parts, kind, begun, end);
        return new Lane("job", parts);
    }

    private static Lane ofPods(String title, Collection<NodeView> nodes, Instant now) {
        List<ContainerView> main = nodes.stream()
                .flatMap(node -> node.containers().stream())
                .filter(container -> !container.initial())
                .toList();
        boolean over = nodes.stream().allMatch(NodeView::isOver);
        boolean failed = nodes.stream().anyMatch(node -> node.phase().equals("Failed"));
        return lane(
                title,
                earliest(nodes.stream().map(NodeView::created)),
                latest(nodes.stream().flatMap(node -> node.scheduled().stream())),
                latest(main.stream().flatMap(container -> container.started().stream())),
                over ? latest(main.stream().flatMap(container -> container.ended().stream())) : Optional.empty(),
                failed ? Kind.FAILED : over ? Kind.SUCCEEDED : Kind.RUNNING,
                now);
    }

    private static Lane ofStep(StepView step, Instant now) {
        Kind kind =
                switch (step.state()) {
                    case FAILED -> Kind.FAILED;
                    case SUCCEEDED -> Kind.SUCCEEDED;
                    case WAITING, RUNNING, SUSPENDED -> Kind.RUNNING;
                };
        return lane(step.name(), step.created(), step.scheduled(), step.started(), step.ended(), kind, now);
    }

    private static Lane lane(
            String title,
            Optional<Instant> created,
            Optional<Instant> scheduled,
            Optional<Instant> started,
            Optional<Instant> ended,
            Kind kind,
            Instant now) {
        List<Part> parts = new ArrayList<>();
        Instant end = ended.orElse(now);
        created.ifPresent(from -> add(parts, Kind.SCHEDULING, from, scheduled.orElse(end)));
        scheduled.ifPresent(from -> add(parts, Kind.PREPARING, from, started.orElse(end)));
        started.ifPresent(from -> add(parts, kind, from, end));
        return new Lane(title, parts);
    }

    private static void add(List<Part> parts, Kind kind, Instant from, Instant to) {
        if (!to.isBefore(from)) {
            parts.add(new Part(kind, from, to));
        }
    }

    private static Optional<Instant> earliest(Stream<Instant> times) {
        return times.min(Instant::compareTo);
    }

    private static Optional<Instant> latest(Stream<Instant> times) {
        return times.max(Instant::compareTo);
    }
}

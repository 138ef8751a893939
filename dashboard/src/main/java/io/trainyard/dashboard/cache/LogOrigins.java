package io.trainyard.dashboard.cache;

import io.fabric8.kubernetes.api.model.Pod;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.NodeViews;
import io.trainyard.dashboard.log.LogSource.Origin;
import io.trainyard.dashboard.log.LogSource.Selection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which containers a selection of logs means. Pure. */
final class LogOrigins {
    private static final String NODE = "node";

    private LogOrigins() {}

    /** The containers by step, rank and attempt; without an attempt, those of the latest of each pod that is there. */
    static List<Origin> of(List<Pod> pods, Selection selection) {
        List<NodeView> nodes = pods.stream().map(NodeViews::of).toList();
        Map<String, Integer> latest = new HashMap<>();
        nodes.forEach(node -> latest.merge(place(node), node.attempt(), Math::max));
        return nodes.stream()
                .filter(node -> selection.step().isEmpty() || selection.step().equals(node.step()))
                .filter(node -> selection
                        .attempt()
                        .map(wanted -> wanted == node.attempt())
                        .orElseGet(() -> latest.getOrDefault(place(node), 0) == node.attempt()))
                .filter(node -> selection.ranks().isEmpty() || selection.ranks().contains(rank(node)))
                .flatMap(node -> origin(node, selection.container()).stream())
                .sorted(Comparator.comparing(Origin::step)
                        .thenComparingInt(Origin::rank)
                        .thenComparingInt(Origin::attempt))
                .toList();
    }

    private static String place(NodeView node) {
        return node.step() + "/" + node.jobIndex() + "/" + node.index();
    }

    /** A replicated job has many Jobs of one pod, or one Job of many pods. */
    private static int rank(NodeView node) {
        return Math.max(node.index(), node.jobIndex());
    }

    private static Optional<Origin> origin(NodeView node, String container) {
        return container(node, container)
                .map(found -> new Origin(rank(node), node.step(), node.attempt(), node.pod(), found));
    }

    /** The main container has the name of its step, or is called node, or comes first. */
    private static Optional<String> container(NodeView node, String wanted) {
        List<String> names = node.containers().stream().map(ContainerView::name).toList();
        if (!wanted.isEmpty()) {
            return Optional.of(wanted).filter(names::contains);
        }
        return Optional.of(node.step())
                .filter(names::contains)
                .or(() -> Optional.of(NODE).filter(names::contains))
                .or(() -> node.containers().stream()
                        .filter(each -> !each.initial())
                        .map(ContainerView::name)
                        .findFirst());
    }

    /** Whether the container may yet start: its pod is there and has not ended. */
    static boolean mayStart(List<Pod> pods, Origin origin) {
        return pods.stream()
                .map(NodeViews::of)
                .anyMatch(node -> node.pod().equals(origin.pod()) && !node.isOver() && !node.deleting());
    }
}

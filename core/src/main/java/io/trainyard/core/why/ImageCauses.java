package io.trainyard.core.why;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.NodeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Whether an image cannot be fetched. Pure. */
final class ImageCauses {
    private static final Set<String> REASONS = Set.of(
            "ErrImagePull",
            "ImagePullBackOff",
            "InvalidImageName",
            "ErrImageNeverPull",
            "RegistryUnavailable",
            "ImageInspectError");

    private ImageCauses() {}

    static Optional<Cause> of(Situation situation) {
        if (situation.trains()) {
            return Optional.empty();
        }
        List<NodeView> affected = situation.nodes().stream()
                .filter(node -> stuck(node).isPresent())
                .toList();
        if (affected.isEmpty()) {
            return Optional.empty();
        }
        NodeView node = affected.get(0);
        return stuck(node).map(container -> cause(situation, affected, node, container));
    }

    private static Optional<ContainerView> stuck(NodeView node) {
        return node.containers().stream()
                .filter(container ->
                        container.state() == ContainerView.State.WAITING && REASONS.contains(container.reason()))
                .findFirst();
    }

    private static Cause cause(Situation situation, List<NodeView> affected, NodeView node, ContainerView container) {
        // While the kubelet waits before it tries again it says only that it waits; the event has the words.
        String words = situation.events().stream()
                .filter(event -> event.warning()
                        && event.object().equals(node.pod())
                        && event.message().contains("pull image"))
                .reduce((earlier, later) -> later)
                .map(EventView::message)
                .orElse(container.message());
        List<String> evidence = new ArrayList<>();
        evidence.add(node.pod() + ", container " + container.name() + ": " + container.reason());
        if (!words.isEmpty()) {
            evidence.add(words);
        }
        return Cause.of(
                Cause.Kind.IMAGE_PULL,
                "the image " + container.image() + " cannot be fetched for " + Situation.named(affected)
                        + because(container, words),
                evidence,
                advice(container, words));
    }

    private static String because(ContainerView container, String words) {
        if (container.reason().equals("InvalidImageName")) {
            return ": that is no name of an image";
        }
        String lower = words.toLowerCase(Locale.ROOT);
        if (lower.contains("not found") || lower.contains("manifest unknown")) {
            return ": the registry does not have it";
        }
        if (isRefused(lower)) {
            return ": the registry refuses access";
        }
        if (lower.contains("toomanyrequests") || lower.contains("rate limit")) {
            return ": the registry's rate limit is used up";
        }
        boolean unreachable =
                lower.contains("no such host") || lower.contains("timeout") || lower.contains("connection refused");
        return unreachable ? ": the registry cannot be reached" : "";
    }

    private static boolean isRefused(String lower) {
        return lower.contains("unauthorized")
                || lower.contains("denied")
                || lower.contains("forbidden")
                || lower.contains("authentication required");
    }

    private static String advice(ContainerView container, String words) {
        return isRefused(words.toLowerCase(Locale.ROOT))
                ? "add a pull secret for the registry to the ServiceAccount of the pods, or look at the spelling of "
                        + container.image()
                : "look at the spelling of " + container.image() + " and whether the nodes reach its registry";
    }
}

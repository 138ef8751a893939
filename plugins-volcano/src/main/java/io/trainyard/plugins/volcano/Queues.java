package io.trainyard.plugins.volcano;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The queues of the cluster. Volcano skips a gang whose queue takes no gangs, and writes why to its own log alone. Pure.
 *
 * @param all every queue
 */
record Queues(List<VolcanoQueue> all) {
    private static final String DEFAULT = "default";

    /** Why no gang like that one is ever placed from its queue; empty when the queue may take it. */
    Optional<String> problem(PodGroupSpec gang) {
        String name = gang.queue() == null ? DEFAULT : gang.queue();
        Optional<VolcanoQueue> queue = all.stream()
                .filter(each -> name.equals(each.getMetadata().getName()))
                .findFirst();
        return queue.isEmpty()
                ? Optional.of("queue " + name + " does not exist")
                : state(queue.get())
                        .map(state -> "queue " + name + " is " + state)
                        .or(() -> limit(name, queue.get(), gang.minResources()))
                        .or(() -> children(name));
    }

    /** In what state a queue is that takes no gangs; empty when it takes them, or Volcano has not seen it yet. */
    static Optional<String> state(VolcanoQueue queue) {
        @Nullable QueueStatus status = queue.getStatus();
        return status == null || status.state() == null || status.state().equals("Open")
                ? Optional.empty()
                : Optional.of(status.state());
    }

    private static Optional<String> limit(String name, VolcanoQueue queue, Map<String, Quantity> wanted) {
        @Nullable VolcanoQueueSpec spec = queue.getSpec();
        Map<String, Quantity> allowed = spec == null ? Map.of() : spec.capability();
        return wanted.entrySet().stream()
                .flatMap(each -> Optional.ofNullable(allowed.get(each.getKey())).stream()
                        .filter(most -> each.getValue().getNumericalAmount().compareTo(most.getNumericalAmount()) > 0)
                        .map(most -> "queue " + name + " allows at most " + most + " " + each.getKey()
                                + ", and the gang asks for " + each.getValue()))
                .findFirst();
    }

    private Optional<String> children(String name) {
        String children = all.stream()
                .filter(each ->
                        each.getSpec() != null && name.equals(each.getSpec().parent()))
                .map(each -> each.getMetadata().getName())
                .sorted()
                .limit(10)
                .collect(Collectors.joining(", "));
        return children.isEmpty()
                ? Optional.empty()
                : Optional.of("queue " + name + " has child queues (" + children + ")");
    }
}

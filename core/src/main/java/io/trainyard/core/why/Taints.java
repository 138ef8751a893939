package io.trainyard.core.why;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which taints of machines keep a pod away. Pure. */
final class Taints {
    private static final String SOFT = "PreferNoSchedule";

    private Taints() {}

    /** A line for each taint that the pod does not tolerate, the one that most machines have first. */
    static List<String> untolerated(Pod pod, Collection<Node> machines) {
        List<Toleration> tolerations = pod.getSpec().getTolerations();
        Map<String, Long> counts = machines.stream()
                .filter(machine -> machine.getSpec() != null)
                .flatMap(machine -> machine.getSpec().getTaints().stream())
                .filter(taint -> !SOFT.equals(taint.getEffect())
                        && tolerations.stream().noneMatch(toleration -> tolerates(toleration, taint)))
                .collect(Collectors.groupingBy(Taints::text, Collectors.counting()));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.naturalOrder())))
                .map(entry -> entry.getValue() + (entry.getValue() == 1 ? " machine has" : " machines have")
                        + " the taint " + entry.getKey())
                .toList();
    }

    private static boolean tolerates(Toleration toleration, Taint taint) {
        boolean effect =
                isEmpty(toleration.getEffect()) || toleration.getEffect().equals(taint.getEffect());
        if (isEmpty(toleration.getKey())) {
            return effect && "Exists".equals(toleration.getOperator());
        }
        boolean value = "Exists".equals(toleration.getOperator())
                || Objects.requireNonNullElse(toleration.getValue(), "")
                        .equals(Objects.requireNonNullElse(taint.getValue(), ""));
        return effect && toleration.getKey().equals(taint.getKey()) && value;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String text(Taint taint) {
        return taint.getKey() + (isEmpty(taint.getValue()) ? "" : "=" + taint.getValue()) + ":" + taint.getEffect();
    }
}

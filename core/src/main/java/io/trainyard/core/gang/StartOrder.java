package io.trainyard.core.gang;

import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which pod sets are created before which. Pure. */
final class StartOrder {
    private static final String COMPLETE = "Complete";
    private static final String READY = "Ready";

    private final Map<String, PodSet> podSets = new LinkedHashMap<>();
    private final Map<String, List<PodSet.Dependency>> edges = new HashMap<>();
    private final Set<String> prologue = new HashSet<>();
    private final Map<String, Integer> levels = new HashMap<>();

    /**
     * The order in a template.
     *
     * @throws InvalidTrainJobException when it has none, because of a cycle or of an unknown name
     */
    StartOrder(RuntimeInfo info) {
        info.podSets().forEach(podSet -> podSets.put(podSet.name(), podSet));
        boolean inOrder = info.template().get("startupPolicy") instanceof Map<?, ?> policy
                && "InOrder".equals(policy.get("startupPolicyOrder"));
        List<PodSet> all = info.podSets();
        for (int i = 0; i < all.size(); i++) {
            List<PodSet.Dependency> own = new ArrayList<>(all.get(i).dependsOn());
            if (inOrder && i > 0) {
                own.add(new PodSet.Dependency(all.get(i - 1).name(), READY));
            }
            edges.put(all.get(i).name(), own);
        }
        requireKnownNames();
        requireNoCycle();
        edges.values().stream()
                .flatMap(List::stream)
                .filter(edge -> COMPLETE.equals(edge.status()))
                .forEach(edge -> addToPrologue(edge.job()));
    }

    /** True when the pods of this set have finished, or run beside those that do, before training begins. */
    boolean isPrologue(PodSet podSet) {
        return prologue.contains(podSet.name());
    }

    /** How many steps of others becoming ready come before these pods exist; 0 for those that are there at once. */
    int level(PodSet podSet) {
        return level(podSet.name());
    }

    private int level(String name) {
        Integer known = levels.get(name);
        if (known != null) {
            return known;
        }
        int level = 0;
        for (PodSet.Dependency edge : edgesOf(name)) {
            if (!prologue.contains(edge.job())) {
                // JobSet takes a Job without pods for ready at once.
                level = Math.max(level, level(edge.job()) + (podSet(edge.job()).pods() > 0 ? 1 : 0));
            }
        }
        levels.put(name, level);
        return level;
    }

    private void addToPrologue(String name) {
        if (prologue.add(name)) {
            edgesOf(name).forEach(edge -> addToPrologue(edge.job()));
        }
    }

    private void requireKnownNames() {
        edges.forEach((name, own) -> own.forEach(edge -> {
            if (!podSets.containsKey(edge.job())) {
                throw new InvalidTrainJobException("spec.runtimeRef: in the template, replicated job " + name
                        + " depends on " + edge.job() + ", which does not exist; there are "
                        + String.join(", ", podSets.keySet()));
            }
        }));
    }

    private void requireNoCycle() {
        Set<String> done = new HashSet<>();
        podSets.keySet().forEach(name -> visit(name, new LinkedHashSet<>(), done));
    }

    private void visit(String name, Set<String> path, Set<String> done) {
        if (done.contains(name)) {
            return;
        }
        if (!path.add(name)) {
            throw new InvalidTrainJobException("spec.runtimeRef: in the template, replicated jobs depend on each other"
                    + " in a circle: " + String.join(", ", path));
        }
        edgesOf(name).forEach(edge -> visit(edge.job(), path, done));
        path.remove(name);
        done.add(name);
    }

    private List<PodSet.Dependency> edgesOf(String name) {
        return edges.getOrDefault(name, List.of());
    }

    private PodSet podSet(String name) {
        PodSet found = podSets.get(name);
        if (found == null) {
            throw new IllegalStateException("names were checked: " + name);
        }
        return found;
    }
}

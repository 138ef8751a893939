package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes trainers wait for the steps that fetch their data, where a runtime does not say so. Pure. */
final class StepOrder {
    private static final String DEPENDS_ON = "dependsOn";

    private StepOrder() {}

    /**
     * What came out.
     *
     * @param jobs the replicated jobs
     * @param added which job waits for which others that it did not wait for before
     */
    record Result(List<Map<String, Object>> jobs, Map<String, List<String>> added) {}

    /**
     * The jobs in order. What waits for a step already, directly or through others, stays as it is. Steps that nobody waits for come one after the other.
     *
     * @param template the spec of the JobSet
     * @param steps names of the jobs that fetch, in the order in which they run
     * @param trainers names of the jobs that wait for them
     */
    static Result of(
            Map<String, Object> template, List<Map<String, Object>> jobs, List<String> steps, List<String> trainers) {
        // JobSet does not allow both ways of ordering.
        if (Tree.text(template, "startupPolicy", "startupPolicyOrder").equals("InOrder")) {
            return new Result(jobs, Map.of());
        }
        Map<String, List<String>> added = new LinkedHashMap<>();
        for (String trainer : trainers) {
            List<String> missing = steps.stream()
                    .filter(step -> !waits(trainer, step, jobs, added, new LinkedHashSet<>()))
                    .toList();
            if (missing.isEmpty()) {
                continue;
            }
            boolean chains = missing.size() > 1
                    && missing.size() == steps.size()
                    && dependencies(find(jobs, missing.get(1))).isEmpty();
            if (chains) {
                added.put(missing.get(1), List.of(missing.get(0)));
            }
            added.put(trainer, chains ? List.of(missing.get(missing.size() - 1)) : missing);
        }
        if (added.isEmpty()) {
            return new Result(jobs, added);
        }
        List<Map<String, Object>> changed = new ArrayList<>();
        for (Map<String, Object> job : jobs) {
            List<String> more = added.getOrDefault(String.valueOf(job.get("name")), List.of());
            changed.add(more.isEmpty() ? job : waiting(job, more));
        }
        // A job can only wait for what stands before it.
        List<Map<String, Object>> sorted = sorted(changed);
        return sorted.isEmpty() ? new Result(jobs, Map.of()) : new Result(sorted, added);
    }

    /** Whether jobs wait for all of these. */
    static boolean isIn(List<Map<String, Object>> jobs, Map<String, List<String>> waits) {
        return waits.entrySet().stream()
                .allMatch(entry -> dependencies(find(jobs, entry.getKey())).containsAll(entry.getValue()));
    }

    private static boolean waits(
            String job,
            String step,
            List<Map<String, Object>> jobs,
            Map<String, List<String>> added,
            Set<String> seen) {
        if (!seen.add(job)) {
            return false;
        }
        List<String> direct = new ArrayList<>(dependencies(find(jobs, job)));
        direct.addAll(added.getOrDefault(job, List.of()));
        return direct.contains(step) || direct.stream().anyMatch(each -> waits(each, step, jobs, added, seen));
    }

    private static Map<String, Object> find(List<Map<String, Object>> jobs, String name) {
        Optional<Map<String, Object>> found =
                jobs.stream().filter(job -> name.equals(job.get("name"))).findFirst();
        return found.orElse(Map.of());
    }

    private static List<String> dependencies(Map<String, Object> job) {
        return Tree.objects(job, DEPENDS_ON).stream()
                .map(edge -> Tree.text(edge, "name"))
                .toList();
    }

    private static Map<String, Object> waiting(Map<String, Object> job, List<String> steps) {
        List<Object> edges = new ArrayList<>(Tree.list(job, DEPENDS_ON));
        steps.forEach(step -> edges.add(Tree.of("name", step, "status", "Complete")));
        return Tree.with(job, DEPENDS_ON, edges);
    }

    /** Each job as far in front as what it waits for allows; empty when jobs wait for each other in a circle. */
    private static List<Map<String, Object>> sorted(List<Map<String, Object>> jobs) {
        List<Map<String, Object>> left = new ArrayList<>(jobs);
        List<Map<String, Object>> sorted = new ArrayList<>();
        Set<String> placed = new LinkedHashSet<>();
        Set<String> all = names(jobs);
        while (!left.isEmpty()) {
            Optional<Map<String, Object>> next = left.stream()
                    .filter(job ->
                            dependencies(job).stream().allMatch(name -> placed.contains(name) || !all.contains(name)))
                    .findFirst();
            if (next.isEmpty()) {
                return List.of();
            }
            left.remove(next.get());
            sorted.add(next.get());
            placed.add(String.valueOf(next.get().get("name")));
        }
        return sorted;
    }

    private static Set<String> names(List<Map<String, Object>> jobs) {
        Set<String> names = new LinkedHashSet<>();
        jobs.forEach(job -> names.add(String.valueOf(job.get("name"))));
        return names;
    }
}

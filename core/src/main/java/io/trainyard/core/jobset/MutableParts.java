package io.trainyard.core.jobset;

import io.trainyard.core.apply.Coverage;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The parts of a suspended JobSet that may still change, and a body that changes nothing else. Pure.
 *
 * @param spec a spec that JobSet accepts
 * @param ignored paths of the wanted changes that it leaves out
 */
record MutableParts(Map<String, Object> spec, List<String> ignored) {
    private static final Set<String> METADATA = Set.of("labels", "annotations");
    private static final Set<String> POD_SPEC = Set.of("nodeSelector", "tolerations", "schedulingGates");
    private static final List<String> POD_TEMPLATE_PATH = List.of("template", "spec", "template");

    /** The live spec with only the permitted changes of the desired one; what an apply would remove counts as a change too. */
    static MutableParts of(JobSet desired, JobSet live) {
        Map<String, Object> wanted = Objects.requireNonNull(desired.getSpec());
        MutableParts parts = of(wanted, Objects.requireNonNullElse(live.getSpec(), Map.of()));
        Set<String> ignored = new LinkedHashSet<>(parts.ignored());
        for (String removed : OwnedFields.removedBy(wanted, live)) {
            if (parts.ignored().stream().noneMatch(path -> removed.equals(path) || isWithin(path, removed))) {
                ignored.add(removed);
            }
        }
        return new MutableParts(parts.spec(), List.copyOf(ignored));
    }

    private static boolean isWithin(String outer, String inner) {
        return inner.startsWith(outer + ".") || inner.startsWith(outer + "[");
    }

    /** The live spec with only the permitted changes of the desired one. */
    static MutableParts of(Map<String, Object> desired, Map<String, Object> live) {
        Set<String> ignored = new LinkedHashSet<>();
        List<Object> jobs = new ArrayList<>();
        for (Map<String, Object> liveJob : Tree.objects(live, "replicatedJobs")) {
            Optional<Map<String, Object>> wanted = find(desired, String.valueOf(liveJob.get("name")));
            jobs.add(wanted.isPresent() ? job(wanted.get(), liveJob, ignored) : liveJob);
        }
        for (Map<String, Object> wanted : Tree.objects(desired, "replicatedJobs")) {
            String name = String.valueOf(wanted.get("name"));
            if (find(live, name).isEmpty()) {
                ignored.add("spec.replicatedJobs[" + name + "]");
            }
        }
        note("spec", desired, live, Set.of("replicatedJobs", "suspend"), ignored);
        Map<String, Object> spec = new LinkedHashMap<>(live);
        spec.put("replicatedJobs", jobs);
        if (desired.containsKey("suspend")) {
            spec.put("suspend", desired.get("suspend"));
        }
        return new MutableParts(spec, List.copyOf(ignored));
    }

    private static Map<String, Object> job(Map<String, Object> desired, Map<String, Object> live, Set<String> ignored) {
        String path = "spec.replicatedJobs[" + live.get("name") + "]";
        String[] toTemplate = POD_TEMPLATE_PATH.toArray(String[]::new);
        Map<String, Object> wanted = Tree.child(desired, toTemplate);
        note(path, desired, live, Set.of("template"), ignored);
        note(
                path + ".template",
                Tree.child(desired, "template"),
                Tree.child(live, "template"),
                Set.of("spec"),
                ignored);
        note(
                path + ".template.spec",
                Tree.child(desired, "template", "spec"),
                Tree.child(live, "template", "spec"),
                Set.of("template"),
                ignored);
        note(
                path + ".template.spec.template.spec",
                Tree.child(wanted, "spec"),
                Tree.child(Tree.child(live, toTemplate), "spec"),
                POD_SPEC,
                ignored);
        return withPodTemplate(live, wanted, 0);
    }

    /** A copy of an object of the live JobSet in which the pod template below it has the changes that are permitted. */
    private static Map<String, Object> withPodTemplate(
            Map<String, Object> live, Map<String, Object> wanted, int depth) {
        Map<String, Object> changed = new LinkedHashMap<>(live);
        if (depth == POD_TEMPLATE_PATH.size()) {
            replace(changed, "metadata", Tree.child(wanted, "metadata"), METADATA);
            replace(changed, "spec", Tree.child(wanted, "spec"), POD_SPEC);
        } else {
            String key = POD_TEMPLATE_PATH.get(depth);
            changed.put(key, withPodTemplate(Tree.child(live, key), wanted, depth + 1));
        }
        return changed;
    }

    /** Takes some keys of an object from the desired one, and leaves them out where that has none. */
    private static void replace(Map<String, Object> owner, String key, Map<String, Object> desired, Set<String> keys) {
        Map<String, Object> changed = new LinkedHashMap<>(Tree.child(owner, key));
        for (String permitted : keys) {
            changed.remove(permitted);
            Object wanted = desired.get(permitted);
            if (wanted != null) {
                changed.put(permitted, wanted);
            }
        }
        if (changed.isEmpty()) {
            owner.remove(key);
        } else {
            owner.put(key, changed);
        }
    }

    private static void note(
            String path,
            Map<String, Object> desired,
            Map<String, Object> live,
            Set<String> permitted,
            Set<String> ignored) {
        desired.forEach((key, value) -> {
            if (!permitted.contains(key) && !Coverage.covers(key, live.get(key), value)) {
                ignored.add(path + "." + key);
            }
        });
    }

    private static Optional<Map<String, Object>> find(Map<String, Object> spec, String name) {
        return Tree.objects(spec, "replicatedJobs").stream()
                .filter(job -> Objects.equals(name, job.get("name")))
                .findFirst();
    }

    /** True when the live pod templates carry something mutable that is not wanted: a leftover that an apply would remove if it is ours. */
    static boolean hasLeftovers(Map<String, Object> desired, Map<String, Object> live) {
        String[] toTemplate = POD_TEMPLATE_PATH.toArray(String[]::new);
        for (Map<String, Object> liveJob : Tree.objects(live, "replicatedJobs")) {
            Map<String, Object> wanted = find(desired, String.valueOf(liveJob.get("name")))
                    .map(job -> Tree.child(job, toTemplate))
                    .orElse(Map.of());
            Map<String, Object> template = Tree.child(liveJob, toTemplate);
            if (exceeds(template, wanted, "metadata", METADATA) || exceeds(template, wanted, "spec", POD_SPEC)) {
                return true;
            }
        }
        return false;
    }

    private static boolean exceeds(
            Map<String, Object> live, Map<String, Object> desired, String key, Set<String> keys) {
        return keys.stream().anyMatch(part -> !Coverage.covers(Tree.at(desired, key, part), Tree.at(live, key, part)));
    }
}

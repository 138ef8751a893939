package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.runtime.ContainerView;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes what plugins changed on the view back into the template. Pure. */
final class JobSetTree {
    private JobSetTree() {}

    /** The replicated jobs as the JobSet should have them, in the order of the template. */
    static List<Map<String, Object>> replicatedJobs(RuntimeInfo info) {
        List<Map<String, Object>> jobs = Tree.objects(info.template(), "replicatedJobs");
        List<PodSet> podSets = info.podSets();
        List<Map<String, Object>> written = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            written.add(replicatedJob(jobs.get(i), podSets.get(i)));
        }
        return written;
    }

    private static Map<String, Object> replicatedJob(Map<String, Object> job, PodSet podSet) {
        boolean known = podSet.ancestor().filter(Ancestors::isKnown).isPresent();
        Map<String, Object> changed = new LinkedHashMap<>(job);
        if (known || Tree.wholeNumber(job, "replicas").orElse(1) != podSet.replicas()) {
            changed.put("replicas", podSet.replicas());
        }
        Map<String, Object> template = new LinkedHashMap<>(Tree.child(job, "template"));
        Map<String, Object> jobSpec = new LinkedHashMap<>(Tree.child(template, "spec"));
        if (known || podSet.isCountChanged() || jobSpec.get("completions") == null) {
            jobSpec.put("parallelism", podSet.count());
            jobSpec.put("completions", podSet.count());
        }
        podSet.defaultSucceededIndexes()
                .ifPresent(indexes -> jobSpec.putIfAbsent(
                        "successPolicy", Map.of("rules", List.of(Map.of("succeededIndexes", indexes)))));
        podSet.defaultBackoffLimit().ifPresent(limit -> jobSpec.putIfAbsent("backoffLimit", limit));
        podSet.defaultSucceededCount()
                .ifPresent(count -> jobSpec.putIfAbsent(
                        "successPolicy", Map.of("rules", List.of(Map.of("succeededCount", count)))));
        jobSpec.put("template", podTemplate(Tree.child(jobSpec, "template"), podSet));
        template.put("spec", jobSpec);
        if (!podSet.jobAnnotations().isEmpty()) {
            Map<String, Object> metadata = new LinkedHashMap<>(Tree.child(template, "metadata"));
            overlay(metadata, "annotations", podSet.jobAnnotations());
            template.put("metadata", metadata);
        }
        changed.put("template", template);
        return changed;
    }

    private static Map<String, Object> podTemplate(Map<String, Object> template, PodSet podSet) {
        Map<String, Object> changed = new LinkedHashMap<>();
        Map<String, Object> metadata = new LinkedHashMap<>(Tree.child(template, "metadata"));
        overlay(metadata, "labels", podSet.podLabels());
        overlay(metadata, "annotations", podSet.podAnnotations());
        if (!metadata.isEmpty()) {
            changed.put("metadata", metadata);
        }
        template.forEach((key, value) -> {
            if (!key.equals("metadata")) {
                changed.put(key, value);
            }
        });
        changed.put("spec", podSpec(Tree.child(template, "spec"), podSet));
        return changed;
    }

    private static Map<String, Object> podSpec(Map<String, Object> spec, PodSet podSet) {
        Map<String, Object> changed = new LinkedHashMap<>(spec);
        podSet.schedulerName().ifPresent(name -> changed.put("schedulerName", name));
        Map<String, Object> trainer = trainer(spec, podSet);
        writeContainers(changed, "initContainers", podSet.initContainers(), trainer);
        writeContainers(changed, "containers", podSet.containers(), trainer);
        List<Volume> volumes = podSet.changedVolumes();
        if (!volumes.isEmpty()) {
            changed.put("volumes", upsert(Tree.list(spec, "volumes"), volumes, "name"));
        }
        writeSearches(changed, podSet.dnsSearches());
        return changed;
    }

    /** After those of the template, each once. */
    private static void writeSearches(Map<String, Object> podSpec, List<String> domains) {
        if (!domains.isEmpty()) {
            Map<String, Object> dns = Tree.child(podSpec, "dnsConfig");
            Set<Object> searches = new LinkedHashSet<>(Tree.list(dns, "searches"));
            searches.addAll(domains);
            podSpec.put("dnsConfig", Tree.with(dns, "searches", List.copyOf(searches)));
        }
    }

    /** The container that trains, or else the first one. */
    private static Map<String, Object> trainer(Map<String, Object> podSpec, PodSet podSet) {
        List<Map<String, Object>> containers = Tree.objects(podSpec, "containers");
        return podSet.trainerContainer()
                .flatMap(view -> containers.stream()
                        .filter(container -> view.name().equals(container.get("name")))
                        .findFirst())
                .or(() -> containers.stream().findFirst())
                .orElseGet(Map::of);
    }

    /** Containers are matched by name; one that the template lacks was added by a plugin and comes last. */
    private static void writeContainers(
            Map<String, Object> podSpec, String key, List<ContainerView> views, Map<String, Object> trainer) {
        if (views.isEmpty()) {
            return;
        }
        Map<String, Object> byName = new LinkedHashMap<>();
        Tree.objects(podSpec, key).forEach(container -> byName.put(String.valueOf(container.get("name")), container));
        for (ContainerView view : views) {
            Map<String, Object> original = byName.containsKey(view.name())
                    ? Tree.child(byName.get(view.name()))
                    : AddedContainer.of(view.name(), trainer);
            byName.put(view.name(), container(original, view));
        }
        podSpec.put(key, new ArrayList<>(byName.values()));
    }

    private static Map<String, Object> container(Map<String, Object> original, ContainerView view) {
        ContainerView.Changes changes = view.changes();
        Map<String, Object> changed = new LinkedHashMap<>(original);
        changes.image().ifPresent(image -> changed.put("image", image));
        changes.command().ifPresent(command -> changed.put("command", command));
        changes.args().ifPresent(args -> {
            if (args.isEmpty()) {
                changed.remove("args");
            } else {
                changed.put("args", args);
            }
        });
        if (view.environment().isChanged()) {
            changed.put("env", EnvironmentVariables.toTrees(view.environment().merged()));
        }
        if (!changes.addedPorts().isEmpty()) {
            List<Object> ports = new ArrayList<>(Tree.list(original, "ports"));
            changes.addedPorts().forEach(port -> ports.add(portTree(port)));
            changed.put("ports", ports);
        }
        List<VolumeMount> mounts = changes.volumeMounts();
        if (!mounts.isEmpty()) {
            changed.put("volumeMounts", upsert(Tree.list(original, "volumeMounts"), mounts, "mountPath"));
        }
        return changed;
    }

    private static Map<String, Object> portTree(ContainerPort port) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("containerPort", port.getContainerPort());
        return tree;
    }

    /** Replaces whole items with the same key in place, appends the others. A path is the same with a slash at its end. */
    private static List<Object> upsert(List<Object> items, List<?> changes, String key) {
        Map<Object, Object> byKey = new LinkedHashMap<>();
        items.forEach(item -> byKey.put(Containers.MountPath.of(Tree.text(item, key)), item));
        for (Object change : changes) {
            Map<String, Object> tree = ModelTrees.toTree(change);
            byKey.put(Containers.MountPath.of(Tree.text(tree, key)), tree);
        }
        return new ArrayList<>(byKey.values());
    }

    private static void overlay(Map<String, Object> metadata, String key, Map<String, String> values) {
        if (!values.isEmpty()) {
            Map<String, Object> merged = new LinkedHashMap<>(Tree.child(metadata, key));
            merged.putAll(values);
            metadata.put(key, merged);
        }
    }
}

package io.trainyard.launcher.fuzz;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What JobSet and the controllers of Kubernetes make of a JobSet: the same names, labels, variables and volumes. */
final class ChildrenOfJobSet {
    private static final String PREFIX = "jobset.sigs.k8s.io/";

    private final Map<String, Object> jobSet;
    private final String name;

    /** The children of a JobSet that JobSet's webhook has filled in. */
    ChildrenOfJobSet(Map<String, Object> jobSet) {
        this.jobSet = jobSet;
        this.name = Tree.text(jobSet, "metadata", "name");
    }

    /** The Service that gives pods names; claims; and the last Job of each replicated job, whose name is longest. */
    List<Map<String, Object>> all() {
        List<Map<String, Object>> all = new ArrayList<>();
        if (hasHostnames()) {
            all.add(Tree.of(
                    "apiVersion",
                    "v1",
                    "kind",
                    "Service",
                    "metadata",
                    Tree.of("name", subdomain()),
                    "spec",
                    Tree.of("clusterIP", "None", "selector", Tree.of(PREFIX + "jobset-name", name))));
        }
        claims().forEach(template -> all.add(Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "PersistentVolumeClaim",
                "metadata",
                Tree.of(
                        "name",
                        claim(template),
                        "labels",
                        Tree.copy(Tree.child(template, "metadata", "labels")),
                        "annotations",
                        Tree.copy(Tree.child(template, "metadata", "annotations"))),
                "spec",
                Tree.copy(Tree.child(template, "spec")))));
        Tree.objects(jobSet, "spec", "replicatedJobs").stream()
                .filter(job -> Tree.integer(1, job, "replicas") > 0)
                .forEach(job -> all.add(job(job)));
        return all;
    }

    private Map<String, Object> job(Map<String, Object> replicated) {
        long index = Tree.integer(1, replicated, "replicas") - 1;
        String jobName = name + "-" + Tree.text(replicated, "name") + "-" + index;
        Map<String, Object> labels = Tree.of(
                PREFIX + "jobset-name", name,
                PREFIX + "replicatedjob-name", Tree.text(replicated, "name"),
                PREFIX + "job-index", String.valueOf(index),
                PREFIX + "group-name", Tree.string(replicated, "groupName").orElse("default"));
        Map<String, Object> coordinator = Tree.child(jobSet, "spec", "coordinator");
        if (!coordinator.isEmpty()) {
            labels.put(
                    PREFIX + "coordinator",
                    name + "-" + Tree.text(coordinator, "replicatedJob") + "-"
                            + Tree.integer(0, coordinator, "jobIndex") + "-" + Tree.integer(0, coordinator, "podIndex")
                            + "." + subdomain());
        }
        Map<String, Object> metadata = Tree.of("name", jobName);
        mark(metadata, Tree.child(replicated, "template", "metadata"), labels);
        Map<String, Object> spec = Tree.copy(Tree.child(replicated, "template", "spec"));
        spec.put("suspend", Tree.flag(jobSet, "spec", "suspend"));
        Map<String, Object> podMetadata = Tree.ensure(spec, "template", "metadata");
        mark(podMetadata, podMetadata, labels);
        Map<String, Object> pod = Tree.ensure(spec, "template", "spec");
        if (hasHostnames()) {
            pod.put("subdomain", subdomain());
        }
        mount(pod);
        return Tree.of("apiVersion", "batch/v1", "kind", "Job", "metadata", metadata, "spec", spec);
    }

    /** The last pod of a Job that the API server has filled in. */
    static Map<String, Object> pod(Map<String, Object> job) {
        Map<String, Object> template = Tree.copy(Tree.child(job, "spec", "template"));
        String name = Tree.text(job, "metadata", "name");
        Map<String, Object> metadata = Tree.ensure(template, "metadata");
        metadata.remove("creationTimestamp");
        metadata.put("namespace", Corpus.NAMESPACE);
        if (!Tree.text(job, "spec", "completionMode").equals("Indexed")) {
            metadata.put("generateName", name + "-");
        } else {
            long index = Math.max(1, Tree.integer(1, job, "spec", "completions")) - 1;
            metadata.put("generateName", name + "-" + index + "-");
            Tree.ensure(metadata, "annotations").put("batch.kubernetes.io/job-completion-index", String.valueOf(index));
            Tree.ensure(metadata, "labels").put("batch.kubernetes.io/job-completion-index", String.valueOf(index));
            Tree.put(template, name + "-" + index, "spec", "hostname");
            Stream.of("containers", "initContainers")
                    .flatMap(list -> Tree.objects(template, "spec", list).stream())
                    .forEach(container -> {
                        List<Object> variables = new ArrayList<>(Tree.list(container, "env"));
                        variables.add(Tree.of(
                                "name",
                                "JOB_COMPLETION_INDEX",
                                "valueFrom",
                                Tree.of(
                                        "fieldRef",
                                        Tree.of(
                                                "fieldPath",
                                                "metadata.labels['batch.kubernetes.io/job-completion-index']"))));
                        container.put("env", variables);
                    });
        }
        // The admission plugin for service accounts, which a cluster for tests may lack, fills it in.
        Tree.ensure(template, "spec").putIfAbsent("serviceAccountName", "default");
        Map<String, Object> pod = new LinkedHashMap<>(template);
        pod.put("apiVersion", "v1");
        pod.put("kind", "Pod");
        return pod;
    }

    private void mount(Map<String, Object> pod) {
        List<Object> volumes = new ArrayList<>(Tree.list(pod, "volumes"));
        for (Map<String, Object> template : claims()) {
            String volume = Tree.text(template, "metadata", "name");
            if (Stream.of("containers", "initContainers")
                    .flatMap(list -> Tree.objects(pod, list).stream())
                    .flatMap(container -> Tree.objects(container, "volumeMounts").stream())
                    .anyMatch(mount -> Tree.text(mount, "name").equals(volume))) {
                volumes.add(Tree.of("name", volume, "persistentVolumeClaim", Tree.of("claimName", claim(template))));
            }
        }
        if (!volumes.isEmpty()) {
            pod.put("volumes", volumes);
        }
    }

    private List<Map<String, Object>> claims() {
        return Tree.objects(jobSet, "spec", "volumeClaimPolicies").stream()
                .flatMap(policy -> Tree.objects(policy, "templates").stream())
                .toList();
    }

    private String claim(Map<String, Object> template) {
        return Tree.text(template, "metadata", "name") + "-" + name;
    }

    private boolean hasHostnames() {
        return Tree.flag(jobSet, "spec", "network", "enableDNSHostnames");
    }

    private String subdomain() {
        return Tree.string(jobSet, "spec", "network", "subdomain").orElse(name);
    }

    private static void mark(Map<String, Object> metadata, Map<String, Object> template, Map<String, Object> marks) {
        Map<String, Object> labels = new LinkedHashMap<>(Tree.child(template, "labels"));
        labels.putAll(marks);
        Map<String, Object> annotations = new LinkedHashMap<>(Tree.child(template, "annotations"));
        annotations.putAll(marks);
        metadata.put("labels", labels);
        metadata.put("annotations", annotations);
    }
}

package io.trainyard.local.controllers.job;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes pods from the template of a Job. Pure. */
final class PodTemplate {
    private static final int MAX_PREFIX_LENGTH = 58;
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

    private PodTemplate() {}

    /** A pod that is ready to be created. */
    static Map<String, Object> pod(Map<String, Object> job, PodPlan.NewPod plan) {
        String jobName = Tree.text(job, "metadata", "name");
        Map<String, Object> template = Tree.child(job, "spec", "template");
        Map<String, Object> metadata = Tree.of("generateName", prefix(jobName, plan.index()));
        metadata.put("namespace", Tree.text(job, "metadata", "namespace"));
        Map<String, Object> labels = Tree.copy(Tree.child(template, "metadata", "labels"));
        Map<String, Object> annotations = Tree.copy(Tree.child(template, "metadata", "annotations"));
        Map<String, Object> spec = Tree.copy(Tree.child(template, "spec"));
        if (plan.index() >= 0) {
            String index = Integer.toString(plan.index());
            labels.put(JobKeys.COMPLETION_INDEX, index);
            annotations.put(JobKeys.COMPLETION_INDEX, index);
            spec.put("hostname", jobName + "-" + index);
            addIndexVariable(spec);
        }
        if (plan.failures() >= 0) {
            annotations.put(JobKeys.INDEX_FAILURES, Integer.toString(plan.failures()));
        }
        if (plan.ignoredFailures() > 0) {
            annotations.put(JobKeys.INDEX_IGNORED_FAILURES, Integer.toString(plan.ignoredFailures()));
        }
        putUnlessEmpty(metadata, "labels", labels);
        putUnlessEmpty(metadata, "annotations", annotations);
        metadata.put("finalizers", finalizers(template));
        metadata.put("ownerReferences", List.of(owner(job)));
        Map<String, Object> pod = Tree.of("apiVersion", "v1", "kind", "Pod");
        pod.put("metadata", metadata);
        pod.put("spec", spec);
        return pod;
    }

    private static void putUnlessEmpty(Map<String, Object> metadata, String field, Map<String, Object> pairs) {
        if (!pairs.isEmpty()) {
            metadata.put(field, pairs);
        }
    }

    /** The index survives where the name of the Job is too long. */
    static String prefix(String jobName, int index) {
        if (index < 0) {
            return jobName + "-";
        }
        String ending = "-" + index + "-";
        int longest = MAX_PREFIX_LENGTH - ending.length();
        return (jobName.length() > longest ? jobName.substring(0, longest) : jobName) + ending;
    }

    private static List<Object> finalizers(Map<String, Object> template) {
        List<Object> finalizers = new ArrayList<>(Tree.list(template, "metadata", "finalizers"));
        if (!finalizers.contains(JobKeys.TRACKING)) {
            finalizers.add(JobKeys.TRACKING);
        }
        return finalizers;
    }

    private static Map<String, Object> owner(Map<String, Object> job) {
        Map<String, Object> owner = Tree.of("apiVersion", "batch/v1", "kind", "Job");
        owner.put("name", Tree.text(job, "metadata", "name"));
        owner.put("uid", Tree.text(job, "metadata", "uid"));
        owner.put("controller", true);
        owner.put("blockOwnerDeletion", true);
        return owner;
    }

    private static void addIndexVariable(Map<String, Object> spec) {
        for (String field : List.of("initContainers", "containers")) {
            for (Map<String, Object> container : Tree.objects(spec, field)) {
                List<Object> variables = new ArrayList<>(Tree.list(container, "env"));
                boolean named =
                        variables.stream().anyMatch(variable -> INDEX_VARIABLE.equals(Tree.text(variable, "name")));
                if (!named) {
                    Map<String, Object> path =
                            Tree.of("fieldPath", "metadata.labels['" + JobKeys.COMPLETION_INDEX + "']");
                    variables.add(Tree.of("name", INDEX_VARIABLE, "valueFrom", Tree.of("fieldRef", path)));
                    container.put("env", variables);
                }
            }
        }
    }
}

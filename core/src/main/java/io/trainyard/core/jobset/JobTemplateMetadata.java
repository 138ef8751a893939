package io.trainyard.core.jobset;

import io.trainyard.core.compile.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Labels and annotations of the TrainJob on the Job templates, over those of the runtime (PIPE-32). Pure.
 *
 * @param labels labels of the TrainJob's spec
 * @param annotations annotations of the TrainJob's spec
 */
record JobTemplateMetadata(Map<String, String> labels, Map<String, String> annotations) {
    /** Domains whose keys mean something on a Job; only the JobSet gets them. */
    private static final List<String> RESERVED_DOMAINS =
            List.of("jobset.sigs.k8s.io", "batch.kubernetes.io", "trainer.kubeflow.org", "kueue.x-k8s.io");

    /**
     * The replicated job with the metadata on its Job template.
     *
     * @param live the metadata that the Job template of the existing JobSet has
     */
    Map<String, Object> apply(Map<String, Object> replicatedJob, Optional<Map<String, Object>> live) {
        if (live.isPresent()) {
            return withMetadata(replicatedJob, live.get());
        }
        Map<String, Object> metadata = new LinkedHashMap<>(Tree.object(replicatedJob, "template", "metadata"));
        overlay(metadata, "labels", labels);
        overlay(metadata, "annotations", annotations);
        return withMetadata(replicatedJob, metadata);
    }

    private static Map<String, Object> withMetadata(Map<String, Object> replicatedJob, Map<String, Object> metadata) {
        return Tree.update(
                replicatedJob,
                template -> {
                    Map<String, Object> changed = new LinkedHashMap<>();
                    if (!metadata.isEmpty()) {
                        changed.put("metadata", metadata);
                    }
                    template.forEach((key, value) -> {
                        if (!key.equals("metadata")) {
                            changed.put(key, value);
                        }
                    });
                    return changed;
                },
                "template");
    }

    private static void overlay(Map<String, Object> metadata, String key, Map<String, String> values) {
        Map<String, Object> merged = new LinkedHashMap<>(Tree.object(metadata, key));
        values.forEach((name, value) -> {
            if (!isReserved(name)) {
                merged.put(name, value);
            }
        });
        if (!merged.isEmpty()) {
            metadata.put(key, merged);
        }
    }

    private static boolean isReserved(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        return RESERVED_DOMAINS.stream()
                .anyMatch(reserved -> domain.equals(reserved) || domain.endsWith("." + reserved));
    }
}

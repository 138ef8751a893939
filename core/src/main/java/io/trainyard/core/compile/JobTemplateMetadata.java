package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.overrides.PodOverride;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Labels and annotations of the TrainJob on the Job templates: over those of the runtime, below those of its runtime patches. Pure.
 *
 * @param labels labels of the TrainJob's spec
 * @param annotations annotations of the TrainJob's spec
 * @param overrides its overrides and patches, in the order in which they are applied
 */
record JobTemplateMetadata(Map<String, String> labels, Map<String, String> annotations, List<PodOverride> overrides) {
    /** Domains whose keys mean something on a Job; only the JobSet gets them. */
    private static final List<String> RESERVED_DOMAINS =
            List.of("jobset.sigs.k8s.io", "batch.kubernetes.io", "trainer.kubeflow.org", "kueue.x-k8s.io");

    static JobTemplateMetadata of(TrainJobSpec spec) {
        return new JobTemplateMetadata(spec.labels(), spec.annotations(), PodOverride.of(spec));
    }

    /**
     * The replicated job with the metadata on its Job template.
     *
     * @param live the metadata that the Job template of the existing JobSet has
     */
    Map<String, Object> apply(Map<String, Object> replicatedJob, Optional<Map<String, Object>> live) {
        Map<String, Object> metadata =
                new LinkedHashMap<>(live.orElseGet(() -> Tree.child(replicatedJob, "template", "metadata")));
        if (live.isEmpty()) {
            overlay(metadata, "labels", withoutReserved(labels));
            overlay(metadata, "annotations", withoutReserved(annotations));
        }
        for (PodOverride override : overrides) {
            if (override.job().equals(replicatedJob.get("name"))) {
                Map<String, Object> patch = CleanTree.of(override.jobMetadata().tree());
                overlay(metadata, "labels", Tree.child(patch, "labels"));
                overlay(metadata, "annotations", Tree.child(patch, "annotations"));
            }
        }
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

    private static void overlay(Map<String, Object> metadata, String key, Map<String, ?> values) {
        Map<String, Object> merged = new LinkedHashMap<>(Tree.child(metadata, key));
        merged.putAll(values);
        if (!merged.isEmpty()) {
            metadata.put(key, merged);
        }
    }

    private static Map<String, String> withoutReserved(Map<String, String> values) {
        Map<String, String> kept = new LinkedHashMap<>(values);
        kept.keySet().removeIf(JobTemplateMetadata::isReserved);
        return kept;
    }

    private static boolean isReserved(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        return RESERVED_DOMAINS.stream()
                .anyMatch(reserved -> domain.equals(reserved) || domain.endsWith("." + reserved));
    }
}

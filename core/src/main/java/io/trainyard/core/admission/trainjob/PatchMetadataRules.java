package io.trainyard.core.admission.trainjob;

import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.MetadataRules;
import io.trainyard.foundation.tree.Tree;
import java.util.List;

/** Labels and annotations of overrides and patches. */
final class PatchMetadataRules {
    private static final List<String> WITHOUT_EFFECT = List.of("name", "namespace", "finalizers");

    private PatchMetadataRules() {}

    static void check(TemplateChange change, Validation.Builder findings) {
        for (TemplateChange.Metadata metadata : change.metadata()) {
            for (String field : WITHOUT_EFFECT) {
                if (metadata.content().get(field) != null) {
                    findings.warning(metadata.path().field(field)
                            + ": is ignored; only labels and annotations of this metadata have an effect");
                }
            }
            MetadataRules.labels(
                    Tree.child(metadata.content(), "labels"), metadata.path().field("labels"), findings);
            MetadataRules.annotations(
                    Tree.child(metadata.content(), "annotations"),
                    metadata.path().field("annotations"),
                    findings);
        }
    }
}

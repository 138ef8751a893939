package io.trainyard.core.admission.runtime;

import io.trainyard.core.compile.JobSetSpecCheck;
import io.trainyard.core.compile.MetadataCheck;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;

/** What Job or the API server would refuse in every TrainJob of a runtime, after its JobSet was accepted. */
final class TemplateRules {
    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");
    private static final FieldPath TEMPLATE = SPEC.field("template");

    private TemplateRules() {}

    static void check(RuntimeChange runtime, Validation.Builder findings) {
        if (runtime.changes("template", "spec")) {
            JobSetSpecCheck.check(runtime.jobSet(), TEMPLATE.field("spec"), findings);
        }
        if (runtime.changes("template", "metadata")) {
            FieldPath metadata = TEMPLATE.field("metadata");
            MetadataCheck.labels(
                    Tree.child(runtime.spec(), "template", "metadata", "labels"), metadata.field("labels"), findings);
            MetadataCheck.annotations(
                    Tree.child(runtime.spec(), "template", "metadata", "annotations"),
                    metadata.field("annotations"),
                    findings);
        }
        if (runtime.changes("mlPolicy", "numNodes")) {
            JobSetSpecCheck.nodes(
                            SPEC.field("mlPolicy").field("numNodes"), Tree.at(runtime.spec(), "mlPolicy", "numNodes"))
                    .ifPresent(findings::error);
        }
    }
}

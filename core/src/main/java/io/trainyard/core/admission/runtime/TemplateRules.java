package io.trainyard.core.admission.runtime;

import io.trainyard.core.admission.input.Ratchet;
import io.trainyard.core.compile.NodeLimit;
import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.jobset.JobSetRules;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.MetadataRules;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/**
 * What JobSet, Job or the API server would refuse in every TrainJob of a runtime. What a stored runtime has wrong already does not keep it from being
 * changed elsewhere.
 */
final class TemplateRules {
    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");
    private static final FieldPath TEMPLATE = SPEC.field("template");

    private TemplateRules() {}

    static void check(RuntimeChange runtime, Validation.Builder findings) {
        if (runtime.changesSpec()) {
            findings.addAll(Ratchet.newer(
                    findings(runtime.spec()),
                    runtime.previous().map(previous -> findings(Tree.child(previous, "spec")))));
        }
    }

    private static Validation findings(Map<String, Object> spec) {
        Validation.Builder findings = Validation.builder();
        Map<String, Object> template = Tree.child(spec, "template");
        JobSetRules.all(
                CheckedObject.of(Tree.child(template, "spec"), TEMPLATE.field("spec"), findings), Extent.TEMPLATE);
        MetadataRules.ofTemplate(CheckedObject.of(template, TEMPLATE, findings));
        NodeLimit.problem(SPEC.field("mlPolicy").field("numNodes"), Tree.at(spec, "mlPolicy", "numNodes"))
                .ifPresent(findings::error);
        return findings.build();
    }
}

package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.input.Ratchet;
import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.compile.NodeLimit;
import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.MetadataRules;
import io.trainyard.foundation.pod.PodRules;
import io.trainyard.foundation.pod.ResourceRules;
import io.trainyard.foundation.tree.Tree;
import java.util.Map;

/**
 * What a TrainJob itself says that JobSet, Job or the API server would refuse later: labels, annotations, amounts, ports, and more nodes than
 * there can be. Only what is new or changed, so that a job from before a rule can still be suspended.
 */
public final class LimitRules {
    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");
    private static final FieldPath TRAINER = SPEC.field("trainer");

    private LimitRules() {}

    /** Findings that need no runtime. */
    public static void check(TrainJobChange change, Validation.Builder findings) {
        findings.addAll(Ratchet.newer(
                findings(change.current().spec()), change.previous().map(previous -> findings(previous.spec()))));
    }

    private static Validation findings(Map<String, Object> spec) {
        Validation.Builder findings = Validation.builder();
        MetadataRules.labels(Tree.child(spec, "labels"), SPEC.field("labels"), findings);
        MetadataRules.annotations(Tree.child(spec, "annotations"), SPEC.field("annotations"), findings);
        NodeLimit.problem(TRAINER.field("numNodes"), Tree.at(spec, "trainer", "numNodes"))
                .ifPresent(findings::error);
        CheckedObject trainer = CheckedObject.of(Tree.child(spec, "trainer"), TRAINER, findings);
        if ("".equals(trainer.tree().get("image"))) {
            trainer.invalid("image", "must name an image, or be left out for that of the runtime");
        }
        PodRules.ofVariables(trainer);
        ResourceRules.ofContainer(trainer.child("resourcesPerNode"), Extent.PART);
        TemplateChange.of(spec)
                .forEach(part ->
                        PodRules.check(CheckedObject.of(part.podSpec(), part.podSpecPath(), findings), Extent.PART));
        return findings.build();
    }

    /** Whether the TrainJob is new, or another JobSet would be made of it than before. */
    public static boolean changesTemplate(TrainJobChange change) {
        return changes(change, "podSpecOverrides")
                || changes(change, "podTemplateOverrides")
                || changes(change, "runtimePatches");
    }

    private static boolean changes(TrainJobChange change, String... path) {
        return change.previous().isEmpty()
                || !SemanticEquality.areEqual(
                        path[path.length - 1],
                        Tree.at(change.current().spec(), path),
                        Tree.at(change.previous().get().spec(), path));
    }
}

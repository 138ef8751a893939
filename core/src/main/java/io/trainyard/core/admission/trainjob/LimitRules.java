package io.trainyard.core.admission.trainjob;

import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.compile.JobSetSpecCheck;
import io.trainyard.core.compile.MetadataCheck;
import io.trainyard.core.compile.PodSpecCheck;
import io.trainyard.core.compile.QuantityCheck;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;

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
        if (changes(change, "labels")) {
            MetadataCheck.labels(Tree.child(change.current().spec(), "labels"), SPEC.field("labels"), findings);
        }
        if (changes(change, "annotations")) {
            MetadataCheck.annotations(
                    Tree.child(change.current().spec(), "annotations"), SPEC.field("annotations"), findings);
        }
        if (changes(change, "trainer", "numNodes")) {
            JobSetSpecCheck.nodes(
                            TRAINER.field("numNodes"), Tree.at(change.current().spec(), "trainer", "numNodes"))
                    .ifPresent(findings::error);
        }
        if (changes(change, "trainer", "resourcesPerNode")) {
            QuantityCheck.resources(
                    Tree.child(change.current().spec(), "trainer", "resourcesPerNode"),
                    () -> TRAINER.field("resourcesPerNode"),
                    findings);
        }
        if (changesTemplate(change)) {
            TemplateChange.of(change.current().spec())
                    .forEach(part -> PodSpecCheck.part(part.podSpec(), part.podSpecPath(), findings));
        }
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

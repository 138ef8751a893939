package io.trainyard.core.admission.trainjob;

import io.trainyard.core.compile.JobSetSpecCheck;
import io.trainyard.core.compile.MetadataCheck;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.runtime.RuntimeInfo;

/**
 * What would be refused of the JobSet that comes of a runtime and a TrainJob together: the runtime may be older than the rules, and each of the two
 * may be fine alone.
 */
public final class MergedTemplateRules {
    private MergedTemplateRules() {}

    /**
     * The findings.
     *
     * @param runtime name of the runtime
     * @param info the runtime with the TrainJob in it
     */
    public static Validation check(String runtime, RuntimeInfo info) {
        Validation.Builder found = Validation.builder();
        JobSetSpecCheck.check(
                info.template(), FieldPath.ROOT.field("spec").field("template").field("spec"), found);
        Validation.Builder findings = Validation.builder();
        for (FieldError error : found.build().errors()) {
            findings.error(FieldError.invalid(
                    "spec.runtimeRef",
                    runtime,
                    "the template of the runtime, with the changes of the TrainJob, cannot run: " + error));
        }
        MetadataCheck.annotationSize(
                info.annotations(), FieldPath.ROOT.field("spec").field("annotations"), findings);
        return findings.build();
    }
}

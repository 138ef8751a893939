package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.SemanticEquality;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.admission.runtime.DeprecationRules;
import io.trainyard.core.admission.trainjob.InitializerRules;
import io.trainyard.core.admission.trainjob.LimitRules;
import io.trainyard.core.admission.trainjob.MergedTemplateRules;
import io.trainyard.core.admission.trainjob.OverrideRules;
import io.trainyard.core.admission.trainjob.PolicyRules;
import io.trainyard.core.admission.trainjob.RuntimeReferenceRules;
import io.trainyard.core.admission.trainjob.RuntimeTemplate;
import io.trainyard.core.admission.trainjob.TrainerRules;
import io.trainyard.core.compile.JobNames;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Validates a TrainJob together with its runtime: the rules of the core in order, then all plugins by name. The webhooks, {@code
 * render} and {@code run} all ask it.
 */
public final class TrainJobValidator {
    private final TrainJobCompiler compiler;
    private final PluginValidations validations;
    private final PluginCatalog plugins;
    private final AdmissionSettings settings;

    /**
     * A validator.
     *
     * @param compiler merges the TrainJob into its runtime
     */
    public TrainJobValidator(TrainJobCompiler compiler, Plugins plugins, AdmissionSettings settings) {
        this.compiler = compiler;
        this.validations = new PluginValidations(plugins.validations());
        this.plugins = plugins.catalog();
        this.settings = settings;
    }

    /** Everything there is to say about a TrainJob of that runtime. Never fails for a mistake of the user. */
    public Uni<ValidationResult> validate(TrainJobChange change, RuntimeResource runtime) {
        DecodedTrainJob current = change.current();
        Map<String, Object> spec = current.spec();
        boolean creation = change.previous().isEmpty();
        Validation.Builder findings = Validation.builder();
        findings.addAll(RuntimeReferenceRules.check(
                Optional.ofNullable(current.object().getSpec()).map(TrainJobSpec::runtimeRef), true, true));
        deprecation(runtime, findings);
        if (!withoutRuntime(change, findings)) {
            return Uni.createFrom().item(ValidationResult.of(findings.build()));
        }
        RuntimeTemplate template = RuntimeTemplate.of(runtime);
        if (template.jobs().isEmpty()) {
            findings.error(FieldError.invalid(
                    "spec.runtimeRef",
                    runtime.getMetadata().getName(),
                    "the " + runtime.getKind()
                            + " has no spec.template.spec.replicatedJobs, so there is nothing to run"));
            return Uni.createFrom().item(ValidationResult.of(findings.build()));
        }
        PolicyRules.check(spec, runtime, plugins, findings);
        TrainerRules.checkAgainst(template, current.tree(), creation, findings);
        Validation beforeOverrides = findings.build();
        Validation.Builder overrides = Validation.builder();
        OverrideRules.check(current, template, overrides);
        Validation aboutOverrides = overrides.build();
        Validation.Builder rest = Validation.builder();
        InitializerRules.check(spec, template, settings.initializerVolumeMount(), rest);
        Optional<RuntimeInfo> merged = merge(
                change, RuntimeDefinition.of(runtime), !aboutOverrides.errors().isEmpty(), rest);
        if (merged.isPresent() && (creation || resizes(change))) {
            String name = Optional.ofNullable(current.object().getMetadata().getName())
                    .orElse("");
            JobNames.problem(name, merged.get())
                    .ifPresent(problem -> rest.error(FieldError.invalid("metadata.name", name, problem)));
        }
        if (merged.isPresent()
                && (creation || LimitRules.changesTemplate(change))
                && beforeOverrides.and(aboutOverrides).errors().isEmpty()) {
            rest.addAll(MergedTemplateRules.check(runtime.getMetadata().getName(), merged.get()));
        }
        ValidationResult core =
                ValidationResult.of(beforeOverrides.and(aboutOverrides).and(rest.build()));
        if (merged.isEmpty()) {
            return Uni.createFrom().item(core);
        }
        boolean overridesAreWrong = !aboutOverrides.errors().isEmpty();
        CustomValidation.Request shared = new CustomValidation.Request(
                current.object(), change.previous().map(DecodedTrainJob::object), merged.get());
        return validations
                .ask(shared, () -> request(change, RuntimeDefinition.of(runtime), overridesAreWrong))
                .map(core::and);
    }

    /** Made anew for each plugin of a vendor, so that none sees what another has done to it. What could be read and merged once can be so again. */
    private CustomValidation.Request request(
            TrainJobChange change, RuntimeDefinition runtime, boolean overridesAreWrong) {
        TrainJobChange copy =
                new TrainJobChange(copy(change.current()), change.previous().map(TrainJobValidator::copy));
        return new CustomValidation.Request(
                copy.current().object(),
                copy.previous().map(DecodedTrainJob::object),
                merge(copy, runtime.copy(), overridesAreWrong, Validation.builder())
                        .orElseThrow());
    }

    private static DecodedTrainJob copy(DecodedTrainJob trainJob) {
        try {
            return DecodedTrainJob.of(trainJob.tree());
        } catch (DecodedTrainJob.UnreadableException e) {
            throw new IllegalStateException("what was read before cannot be read again", e);
        }
    }

    /**
     * What can be said of a TrainJob alone.
     *
     * @return false when it is too large for everything else
     */
    boolean withoutRuntime(TrainJobChange change, Validation.Builder findings) {
        Optional<String> tooLarge =
                settings.sizes().ofTrainJob(ObjectSize.of(change.current().tree()));
        if (tooLarge.isPresent()) {
            findings.error(FieldError.invalid("spec", null, tooLarge.get()));
            return false;
        }
        TrainerRules.check(change.current().spec(), settings.stringNumProcPerNode(), findings);
        LimitRules.check(change, findings);
        return true;
    }

    private void deprecation(RuntimeResource runtime, Validation.Builder findings) {
        Map<String, String> labels =
                Optional.ofNullable(runtime.getMetadata().getLabels()).orElse(Map.of());
        if (DeprecationRules.isDeprecated(labels.getOrDefault(TrainerApi.SUPPORT_LABEL, ""))) {
            findings.warning(DeprecationRules.warning(
                    runtime.getKind(), runtime.getMetadata().getName(), settings.deprecationPolicy()));
        }
    }

    /**
     * The runtime with the TrainJob in it; without its overrides where they are already known to be wrong, so that everything else is still looked at.
     */
    private Optional<RuntimeInfo> merge(
            TrainJobChange change, RuntimeDefinition runtime, boolean overridesAreWrong, Validation.Builder findings) {
        try {
            TrainJob merged = overridesAreWrong
                    ? withoutOverrides(change.current())
                    : change.current().object();
            RuntimeInfo info = compiler.merge(merged, runtime);
            compiler.gangs()
                    .review(merged, runtime.name(), info, change.previous().isEmpty(), findings);
            info.freeze();
            return Optional.of(info);
        } catch (InvalidTrainJobException invalid) {
            findings.error(InvalidFields.of(invalid));
        } catch (DecodedTrainJob.UnreadableException unreadable) {
            findings.error(unreadable.error());
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            findings.error(FieldError.invalid(
                    "spec.runtimeRef",
                    runtime.name(),
                    "the template of the runtime, with the changes of the TrainJob, cannot be read: "
                            + unreadable.getMessage()));
        }
        return Optional.empty();
    }

    private static TrainJob withoutOverrides(DecodedTrainJob trainJob) throws DecodedTrainJob.UnreadableException {
        Map<String, Object> spec = new LinkedHashMap<>(trainJob.spec());
        List.of("podSpecOverrides", "podTemplateOverrides", "runtimePatches").forEach(spec::remove);
        return DecodedTrainJob.of(Tree.with(trainJob.tree(), "spec", spec)).object();
    }

    private static boolean resizes(TrainJobChange change) {
        return !SemanticEquality.areEqual(
                "",
                Tree.at(change.current().spec(), "trainer", "numNodes"),
                change.previous()
                        .map(previous -> Tree.at(previous.spec(), "trainer", "numNodes"))
                        .orElse(null));
    }
}

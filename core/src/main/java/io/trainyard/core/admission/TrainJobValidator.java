package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.Ratchet;
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
import io.trainyard.core.manifest.UnknownFields;
import io.trainyard.core.plugin.PluginCatalog;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.MetadataRules;
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
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates a TrainJob together with its runtime: the rules of the core in order, then all plugins by name. The webhooks, {@code
 * render} and {@code run} all ask it.
 */
public final class TrainJobValidator {
    private static final Logger LOG = LoggerFactory.getLogger(TrainJobValidator.class);

    private final TrainJobCompiler compiler;
    private final PluginValidations validations;
    private final ReservedVariableRules reserved;
    private final PluginCatalog plugins;
    private final AdmissionSettings settings;
    private final BiFunction<String, RuntimeInfo, Uni<Validation>> podSecurity;

    /**
     * A validator.
     *
     * @param compiler merges the TrainJob into its runtime
     * @param podSecurity warns of pods that a namespace would refuse
     */
    TrainJobValidator(
            TrainJobCompiler compiler,
            Plugins plugins,
            AdmissionSettings settings,
            BiFunction<String, RuntimeInfo, Uni<Validation>> podSecurity) {
        this.compiler = compiler;
        this.validations = new PluginValidations(plugins.validations());
        this.reserved = new ReservedVariableRules(compiler);
        this.plugins = plugins.catalog();
        this.settings = settings;
        this.podSecurity = podSecurity;
    }

    /** Everything there is to say about a TrainJob of that runtime. Never fails for a mistake of the user. */
    public Uni<ValidationResult> validate(TrainJobChange change, RuntimeResource runtime) {
        DecodedTrainJob current = change.current();
        Map<String, Object> spec = current.spec();
        boolean creation = change.previous().isEmpty();
        Validation.Builder findings = Validation.builder();
        findings.addAll(RuntimeReferenceRules.check(
                Optional.ofNullable(current.object().getSpec()).map(TrainJobSpec::runtimeRef), true, true, ""));
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
        Validation told = beforeOverrides.and(aboutOverrides);
        Validation core = told.and(withoutPathsOf(told, rest.build()));
        if (merged.isEmpty()) {
            return Uni.createFrom().item(ValidationResult.of(core));
        }
        if (!LimitRules.changesTemplate(change)) {
            return validations(change, runtime, merged.get(), aboutOverrides, core);
        }
        RuntimeDefinition definition = RuntimeDefinition.of(runtime);
        Uni<Validation> lacking = core.errors().isEmpty()
                ? whole(change, definition, merged.get())
                : Uni.createFrom().item(Validation.OK);
        return lacking.chain(found -> validations(change, runtime, merged.get(), aboutOverrides, core.and(found)))
                .chain(found -> compiler.setsVariables(change.current().object(), merged.get())
                        ? reserved.check(
                                copy(change.current(), !aboutOverrides.errors().isEmpty()),
                                () -> change.previous().map(TrainJobValidator::copy),
                                definition,
                                merged.get(),
                                found)
                        : Uni.createFrom().item(found))
                .chain(found -> podSecurity(change.current(), merged.get(), found));
    }

    private Uni<ValidationResult> validations(
            TrainJobChange change,
            RuntimeResource runtime,
            RuntimeInfo merged,
            Validation aboutOverrides,
            Validation core) {
        boolean overridesAreWrong = !aboutOverrides.errors().isEmpty();
        CustomValidation.Request shared = new CustomValidation.Request(
                change.current().object(), change.previous().map(DecodedTrainJob::object), merged);
        return validations
                .ask(shared, () -> request(change, RuntimeDefinition.of(runtime), overridesAreWrong))
                .map(ValidationResult.of(core)::and);
    }

    private Uni<ValidationResult> podSecurity(DecodedTrainJob trainJob, RuntimeInfo merged, ValidationResult found) {
        if (!found.findings().errors().isEmpty()) {
            return Uni.createFrom().item(found);
        }
        String namespace = Optional.ofNullable(trainJob.object().getMetadata().getNamespace())
                .orElse("");
        return podSecurity.apply(namespace, merged).map(ValidationResult::of).map(found::and);
    }

    /** What a cluster would refuse of the JobSet. Plugins may add what lacks, so it is compiled, but only where something lacks. */
    private Uni<Validation> whole(TrainJobChange change, RuntimeDefinition runtime, RuntimeInfo merged) {
        Validation.Builder sizes = Validation.builder();
        MetadataRules.annotationSize(
                merged.annotations(), FieldPath.ROOT.field("spec").field("annotations"), sizes);
        Validation lacking = MergedTemplateRules.check(
                runtime.name(),
                change.current().spec(),
                TrainJobCompiler.jobSet(change.current().object(), merged));
        if (lacking.errors().isEmpty()) {
            return Uni.createFrom().item(sizes.build());
        }
        // Where the job before cannot be compiled, nobody can say what is new.
        Uni<Optional<Validation>> before = change.previous()
                .map(previous -> compiled(previous, runtime, lacking).map(Optional::of))
                .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
        return compiled(change.current(), runtime, Validation.OK)
                .chain(found -> before.map(known -> sizes.build().and(Ratchet.newer(found, known))));
    }

    /** Where a plugin fails, its own validation says why. */
    private Uni<Validation> compiled(DecodedTrainJob trainJob, RuntimeDefinition runtime, Validation otherwise) {
        return compiler.jobSet(copy(trainJob).object(), runtime.copy())
                .map(jobSet -> MergedTemplateRules.check(runtime.name(), trainJob.spec(), jobSet))
                .onFailure()
                .invoke(failure ->
                        LOG.debug("cannot check the JobSet of a TrainJob with runtime {}", runtime.name(), failure))
                .onFailure()
                .recoverWithItem(otherwise);
    }

    /** What was said of a field is not said again by what reads it later. */
    private static Validation withoutPathsOf(Validation told, Validation later) {
        Set<String> paths = told.errors().stream().map(FieldError::path).collect(Collectors.toSet());
        return new Validation(
                later.errors().stream()
                        .filter(error -> !paths.contains(error.path()))
                        .toList(),
                later.warnings());
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
        return copy(trainJob, false);
    }

    private static DecodedTrainJob copy(DecodedTrainJob trainJob, boolean overridesAreWrong) {
        try {
            return overridesAreWrong ? withoutOverrides(trainJob) : DecodedTrainJob.of(trainJob.tree());
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
        UnknownFields.warnings(change.current().spec(), TrainJobSpec.class).forEach(findings::warning);
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
                    ? withoutOverrides(change.current()).object()
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

    private static DecodedTrainJob withoutOverrides(DecodedTrainJob trainJob)
            throws DecodedTrainJob.UnreadableException {
        Map<String, Object> spec = new LinkedHashMap<>(trainJob.spec());
        List.of("podSpecOverrides", "podTemplateOverrides", "runtimePatches").forEach(spec::remove);
        return DecodedTrainJob.of(Tree.with(trainJob.tree(), "spec", spec));
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

package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.gang.GangPolicies;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a TrainJob and its runtime into the objects that should exist: merge, ML policies, pod group policies, then the
 * JobSet, and the components of plugins around it. The only
 * place that does so; the controller, {@code render} and the benchmarks all call it. Same input, same output.
 */
public final class TrainJobCompiler {
    private static final String POD_GROUP = "PodGroup";

    /** Kinds that pods or their scheduler need before the JobSet starts them; PodGroups are the last of these. */
    private static final Set<String> BEFORE_JOB_SET = Set.of("ConfigMap", "Secret", POD_GROUP);

    private final CompilerPlugins plugins;
    private final Optional<InitializerClaim> claim;
    private final GangPolicies gangs;
    private final PolicySteps steps;
    private final BooleanSupplier resizable;
    private final StatusReporting reporting;

    /** A compiler that works without a cluster. */
    public TrainJobCompiler(CompilerPlugins plugins) {
        this(plugins, GangFacts.NONE);
    }

    /**
     * A compiler for a cluster.
     *
     * @param facts what gangs need to know of it
     */
    public TrainJobCompiler(CompilerPlugins plugins, GangFacts facts) {
        this(plugins, facts, Optional.empty());
    }

    /**
     * A compiler for a cluster.
     *
     * @param facts what gangs need to know of it
     * @param claim what a TrainJob gets when its runtime gives initializers and trainer no volume that they share; empty for nothing but a warning
     */
    public TrainJobCompiler(CompilerPlugins plugins, GangFacts facts, Optional<InitializerClaim> claim) {
        this(plugins, facts, claim, () -> true);
    }

    /**
     * A compiler for a cluster.
     *
     * @param facts what gangs need to know of it
     * @param claim what a TrainJob gets when its runtime gives initializers and trainer no volume that they share; empty for nothing but a warning
     * @param resizable whether the number of pods of a job that runs can change, as far as is known
     */
    public TrainJobCompiler(
            CompilerPlugins plugins, GangFacts facts, Optional<InitializerClaim> claim, BooleanSupplier resizable) {
        this(plugins, facts, claim, resizable, StatusReporting.OFF);
    }

    /**
     * A compiler for a cluster whose jobs may report their progress.
     *
     * @param facts what gangs need to know of it
     * @param claim what a TrainJob gets when its runtime gives initializers and trainer no volume that they share; empty for nothing but a warning
     * @param resizable whether the number of pods of a job that runs can change, as far as is known
     * @param reporting what pods get to report
     */
    public TrainJobCompiler(
            CompilerPlugins plugins,
            GangFacts facts,
            Optional<InitializerClaim> claim,
            BooleanSupplier resizable,
            StatusReporting reporting) {
        this.reporting = reporting;
        this.plugins = plugins;
        this.claim = claim;
        this.resizable = resizable;
        this.gangs = new GangPolicies(plugins.podGroupPolicies(), plugins.componentBuilders(), facts);
        this.steps = new PolicySteps(plugins, gangs);
    }

    /** What is the same for all gang schedulers. */
    public GangPolicies gangs() {
        return gangs;
    }

    /**
     * The runtime merged with the TrainJob, before any policy: what validations see.
     *
     * @throws InvalidTrainJobException when it cannot be merged
     */
    public RuntimeInfo merge(TrainJob trainJob, RuntimeDefinition runtime) {
        return merge(trainJob, runtime, Optional.empty(), claim).info();
    }

    private RuntimeMerger.Merged merge(
            TrainJob trainJob,
            RuntimeDefinition runtime,
            Optional<JobSet> existing,
            Optional<InitializerClaim> shared) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null) {
            throw new InvalidTrainJobException("spec is missing");
        }
        @Nullable String namespace = trainJob.getMetadata().getNamespace();
        RuntimeMerger.Merged merged = RuntimeMerger.merge(
                trainJob,
                spec,
                runtime,
                gangs.podDefaults(runtime.spec().podGroupPolicy(), namespace == null ? "" : namespace),
                shared,
                existing);
        merged.info().setResizable(resizable.getAsBoolean());
        return merged;
    }

    /**
     * Everything that should exist. Policies run at once, on the calling thread, but for those of slow plugins; builders may answer later, on any thread.
     *
     * @return fails with {@link InvalidTrainJobException} for a mistake of the user, with anything else for a fault of a plugin
     */
    public Uni<CompiledJob> compile(TrainJob trainJob, RuntimeDefinition runtime) {
        return compile(trainJob, runtime, Optional.empty());
    }

    /**
     * The same for a TrainJob that may have been built before.
     *
     * @param existing the JobSet that the TrainJob controls
     */
    public Uni<CompiledJob> compile(TrainJob trainJob, RuntimeDefinition runtime, Optional<JobSet> existing) {
        return enforced(trainJob, runtime, existing, StepListener.NONE, wanted -> {
            Optional<Integer> accepted = existing.flatMap(jobSet -> AcceptedNodes.of(wanted.info(), jobSet));
            if (accepted.isEmpty()) {
                return build(trainJob, runtime, wanted, existing, List.of());
            }
            TrainJob asAccepted = AcceptedNodes.with(accepted.get(), trainJob);
            return enforced(
                    asAccepted,
                    runtime,
                    existing,
                    StepListener.NONE,
                    merged -> AcceptedNodes.of(merged.info(), existing.orElseThrow())
                                    .isEmpty()
                            ? build(
                                    asAccepted,
                                    runtime,
                                    merged,
                                    existing,
                                    List.of(AcceptedNodes.event(accepted.get(), wanted.info(), trainJob)))
                            // Something else than the number of nodes makes the difference.
                            : build(trainJob, runtime, wanted, existing, List.of()));
        });
    }

    /**
     * Who sets what of the JobSet, for people who ask: it is made anew after each step, which costs a dozen times as much as compiling, and no components
     * are built. Where and how it answers is as for {@link #compile(TrainJob, RuntimeDefinition, Optional)}.
     *
     * @param existing the JobSet that the TrainJob controls
     */
    public Uni<CompileTrace> trace(TrainJob trainJob, RuntimeDefinition runtime, Optional<JobSet> existing) {
        StepRecorder recorder = new StepRecorder(trainJob, existing);
        return enforced(trainJob, runtime, existing, recorder, merged -> {
            JobSet jobSet = JobSetBuilder.build(trainJob, merged.info(), existing);
            reporting.addTo(jobSet, trainJob, merged.info(), existing);
            recorder.taken(CompileTrace.CONTROLLER, jobSet);
            return Uni.createFrom().item(recorder.trace());
        });
    }

    /** The JobSet that a new TrainJob would get if no plugin did anything. */
    public static JobSet jobSet(TrainJob trainJob, RuntimeInfo merged) {
        return JobSetBuilder.build(trainJob, merged, Optional.empty());
    }

    /**
     * The JobSet that a new TrainJob could get, with the claim that initializers and trainer may share. Where and how it answers is as for
     * {@link #compile(TrainJob, RuntimeDefinition)}.
     */
    public Uni<JobSet> jobSet(TrainJob trainJob, RuntimeDefinition runtime) {
        try {
            RuntimeInfo info = merge(trainJob, runtime, Optional.empty(), Optional.of(InitializerClaim.FOLDER))
                    .info();
            return steps.enforce(
                    trainJob, info, StepListener.NONE, () -> Uni.createFrom().item(jobSet(trainJob, info)));
        } catch (RuntimeException failure) {
            return Uni.createFrom().failure(failure);
        }
    }

    /** Whether the TrainJob sets variables anywhere, so that {@link #reserved} may find some. */
    public boolean setsVariables(TrainJob trainJob, RuntimeInfo merged) {
        return !ReservedVariables.lists(trainJob, merged).isEmpty();
    }

    /**
     * What a TrainJob sets although a plugin keeps it for itself. Policies run as for {@link #compile(TrainJob, RuntimeDefinition)}; where one refuses the
     * TrainJob, the answer is what has been reserved until then; where one fails, what those before it have reserved.
     *
     * @param merged the same TrainJob in its runtime; nothing runs where it sets no variables
     * @return one error for each variable, which names field and plugin; never fails
     */
    public Uni<List<FieldError>> reserved(TrainJob trainJob, RuntimeDefinition runtime, RuntimeInfo merged) {
        if (!setsVariables(trainJob, merged)) {
            return Uni.createFrom().item(List.of());
        }
        ReservedVariables found = new ReservedVariables(trainJob);
        return enforced(trainJob, runtime, Optional.empty(), found, enforced -> Uni.createFrom()
                        .item(true))
                .onFailure()
                .recoverWithItem(false)
                .map(done -> found.errors());
    }

    private <T> Uni<T> enforced(
            TrainJob trainJob,
            RuntimeDefinition runtime,
            Optional<JobSet> existing,
            StepListener listener,
            Function<RuntimeMerger.Merged, Uni<T>> then) {
        try {
            RuntimeMerger.Merged merged = merge(trainJob, runtime, existing, claim);
            RuntimeInfo info = merged.info();
            existing.map(ExistingJobs::of).ifPresent(info::setExisting);
            listener.merged(info);
            return steps.enforce(trainJob, info, listener, () -> then.apply(merged));
        } catch (RuntimeException failure) {
            return Uni.createFrom().failure(failure);
        }
    }

    private static List<CompiledJob.Warning> warnings(
            TrainJob trainJob, RuntimeDefinition runtime, RuntimeMerger.Merged merged) {
        List<CompiledJob.Warning> warnings = new ArrayList<>(merged.warnings());
        warnings.addAll(CompileWarnings.of(trainJob, runtime, merged.info()));
        merged.info()
                .warnings()
                .forEach(warning -> warnings.add(new CompiledJob.Warning(warning.reason(), warning.message())));
        return warnings;
    }

    private Uni<CompiledJob> build(
            TrainJob trainJob,
            RuntimeDefinition runtime,
            RuntimeMerger.Merged merged,
            Optional<JobSet> existing,
            List<WarningEvent> notices) {
        RuntimeInfo info = merged.info();
        info.freeze();
        JobNames.require(trainJob.getMetadata().getName(), info);
        NodeLimit.problem(info).ifPresent(problem -> {
            throw new InvalidTrainJobException(problem);
        });
        JobSet jobSet = JobSetBuilder.build(trainJob, info, existing);
        own(jobSet, trainJob, owner(trainJob));
        List<Component> first = new ArrayList<>();
        List<CompiledJob.Warning> warnings = warnings(trainJob, runtime, merged);
        if (existing.isEmpty()) {
            // What exists cannot change any more, so nobody is kept from going on with it.
            warnings.addAll(Replacements.of(info));
        }
        reporting.addTo(jobSet, trainJob, info, existing).ifPresent(found -> {
            warnings.addAll(found);
            Component trust = reporting.trust(trainJob);
            own(trust.object(), trainJob, owner(trainJob));
            first.add(trust);
        });
        return build(trainJob, info, jobSet, first, warnings, notices);
    }

    private Uni<CompiledJob> build(
            TrainJob trainJob,
            RuntimeInfo info,
            JobSet jobSet,
            List<Component> given,
            List<CompiledJob.Warning> warnings,
            List<WarningEvent> notices) {
        ComponentBuilder.Request request = new ComponentBuilder.Request(trainJob, info);
        List<Uni<Components>> parts =
                new ArrayList<>(plugins.componentBuilders().size());
        plugins.componentBuilders().forEach(builder -> parts.add(builder.build(request)));
        if (parts.isEmpty()) {
            return Uni.createFrom().item(new CompiledJob(info, given, jobSet, List.of(), warnings, notices));
        }
        return Uni.join().all(parts).andFailFast().map(built -> {
            List<Component> before = new ArrayList<>(given);
            List<Component> after = new ArrayList<>();
            for (Component component : owned(trainJob, built)) {
                boolean first = BEFORE_JOB_SET.contains(component.object().getKind());
                (first ? before : after).add(component);
            }
            before.sort(Comparator.comparing(
                    component -> component.object().getKind().equals(POD_GROUP)));
            List<WarningEvent> events = new ArrayList<>(notices);
            built.forEach(part -> events.addAll(part.events()));
            return new CompiledJob(info, before, jobSet, after, warnings, events);
        });
    }

    private static List<Component> owned(TrainJob trainJob, List<Components> parts) {
        OwnerReference owner = owner(trainJob);
        List<Component> components = new ArrayList<>();
        for (Components part : parts) {
            for (Component component : part.components()) {
                own(component.object(), trainJob, owner);
                if (component.object().getKind().equals(POD_GROUP)) {
                    label(component.object(), trainJob.getMetadata().getName());
                }
                components.add(component);
            }
        }
        return components;
    }

    private static void own(HasMetadata object, TrainJob trainJob, OwnerReference owner) {
        object.getMetadata().setNamespace(trainJob.getMetadata().getNamespace());
        object.getMetadata().setOwnerReferences(List.of(owner));
    }

    /** What PodGroups are found by. */
    private static void label(HasMetadata podGroup, String trainJob) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("jobset.sigs.k8s.io/jobset-name", trainJob);
        labels.put("app.kubernetes.io/managed-by", "trainyard");
        @Nullable Map<String, String> own = podGroup.getMetadata().getLabels();
        labels.putAll(own == null ? Map.of() : own);
        podGroup.getMetadata().setLabels(labels);
    }

    /** The TrainJob as the one owner of everything that is made for it. */
    public static OwnerReference owner(TrainJob trainJob) {
        return new OwnerReferenceBuilder()
                .withApiVersion(TrainerApi.API_VERSION)
                .withKind(TrainerApi.TRAIN_JOB)
                .withName(trainJob.getMetadata().getName())
                .withUid(trainJob.getMetadata().getUid())
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }
}

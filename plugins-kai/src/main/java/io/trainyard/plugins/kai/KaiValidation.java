package io.trainyard.plugins.kai;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.model.KAIPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.scheduler.GangJob;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Validates one TrainJob on a runtime that selects KAI. Changes nothing. */
final class KaiValidation {
    /** Part of Kubernetes, or of every installation of KAI. */
    private static final Set<String> ALWAYS_THERE =
            Set.of("system-cluster-critical", "system-node-critical", KaiApi.TRAIN);

    private static final String WAITS_FOR_EVER =
            " has replicated jobs that wait for others (dependsOn or startupPolicy), which KAI's own grouper does not know of: such"
                    + " jobs get no gang or are never started";

    private final KaiConfiguration configuration;
    private final ObjectReader objects;
    private final ServedKind podGroup;

    KaiValidation(KaiConfiguration configuration, ObjectReader objects, ServedKind podGroup) {
        this.configuration = configuration;
        this.objects = objects;
        this.podGroup = podGroup;
    }

    Uni<Validation> run(GangJob<KAIPolicy> job, Optional<TrainJob> previous) {
        JobSettings settings = JobSettings.of(job, configuration);
        Validation.Builder immediate = Validation.builder();
        settings.errors().forEach(immediate::error);
        boolean creation = previous.isEmpty();
        if (creation && settings.queue().isEmpty()) {
            immediate.warning("spec.runtimeRef: no queue is named, so the job goes to KAI queue \""
                    + configuration.defaultQueue() + "\"; name one with the label " + configuration.queueLabelKey());
        }
        if (creation && podGroup.isServed()) {
            unknownFields(settings, immediate);
            grouper(job, immediate);
        }
        Uni<Validation> all = Uni.createFrom().item(immediate.build());
        return settings.errors().isEmpty() && creation && podGroup.isServed()
                ? all.chain(before -> objects(settings).map(before::and))
                : all;
    }

    /** Warns of settings that the installed KAI has no field for: they would be dropped without a word. */
    private void unknownFields(JobSettings settings, Validation.Builder findings) {
        unknown("spec.preemptionDelay", settings.preemptionDelay(), findings);
        unknown("spec.stalenessGracePeriod", settings.stalenessGracePeriod(), findings);
    }

    private void unknown(String field, Optional<Setting> setting, Validation.Builder findings) {
        setting.filter(present -> !podGroup.hasField(field))
                .ifPresent(present -> findings.warning(present.path() + ": the installed KAI does not know "
                        + field.substring("spec.".length()) + ", so it has no effect; KAI 0.17 does"));
    }

    /** Warns when KAI's own grouper gets a job whose order of start it does not know. */
    private void grouper(GangJob<KAIPolicy> job, Validation.Builder findings) {
        boolean exceeds =
                job.info().gangPlan().filter(PodGroupMode::exceedsPodGrouper).isPresent();
        if (!exceeds || PodGroupMode.of(job.policy(), podGroup, job.info().existing()) != PodGroupMode.POD_GROUPER) {
            return;
        }
        if (PodGroupMode.isSupported(podGroup)) {
            findings.warning("spec.runtimeRef: podGroupPolicy.kai.mode of the runtime is Podgrouper, but the runtime"
                    + WAITS_FOR_EVER + "; use mode Auto");
        } else {
            findings.warning("spec.runtimeRef: the runtime" + WAITS_FOR_EVER
                    + ". KAI v0.15 is the first that can start them as gangs; the installed one is older");
        }
    }

    /** Only warnings: all of these objects may be made later, and whoever may not read them cannot be told anything. */
    private Uni<Validation> objects(JobSettings settings) {
        String queue = settings.queueOr(configuration.defaultQueue());
        return find(KaiQueue.class, queue, found -> found.map(
                                present -> present.children().map(children -> "has child queues (" + children + ")"))
                        .orElse(Optional.of("does not exist"))
                        .map(text ->
                                "KAI queue \"" + queue + "\" " + text + "; the job waits for a queue without children"))
                .chain(before -> priorityClass(settings).map(before::and))
                .chain(before -> topology(settings).map(before::and));
    }

    private Uni<Validation> priorityClass(JobSettings settings) {
        String name = settings.priorityClassOrTrain();
        return ALWAYS_THERE.contains(name)
                ? Uni.createFrom().item(Validation.OK)
                : find(
                        PriorityClass.class,
                        name,
                        found -> found.isPresent()
                                ? Optional.empty()
                                : Optional.of("PriorityClass \"" + name
                                        + "\" does not exist; KAI takes the default priority"));
    }

    private Uni<Validation> topology(JobSettings settings) {
        @Nullable
        String name = settings.topology().map(TopologyConstraint::topology).orElse(null);
        return name == null
                ? Uni.createFrom().item(Validation.OK)
                : find(
                        KaiTopology.class,
                        name,
                        found -> found.isPresent()
                                ? Optional.empty()
                                : Optional.of(
                                        "KAI topology \"" + name + "\" does not exist; the job waits until it does"));
    }

    private <T extends HasMetadata> Uni<Validation> find(
            Class<T> type, String name, Function<Optional<T>, Optional<String>> problem) {
        return objects.find(type, "", name)
                .map(problem)
                .map(text -> text.map(
                                warning -> Validation.builder().warning(warning).build())
                        .orElse(Validation.OK))
                .onFailure()
                .recoverWithItem(Validation.OK);
    }
}

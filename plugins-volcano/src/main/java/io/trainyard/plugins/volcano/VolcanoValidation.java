package io.trainyard.plugins.volcano;

import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.ObjectReader;
import io.trainyard.spi.ServedKind;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.VolcanoPolicy;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.scheduler.GangJob;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Validates one TrainJob on a runtime that selects Volcano. Changes nothing. */
final class VolcanoValidation {
    private static final String RUNTIME = "spec.runtimeRef";
    private static final Set<String> ALWAYS_THERE = Set.of("system-cluster-critical", "system-node-critical");

    private final ObjectReader objects;
    private final ServedKind podGroup;
    private final TopologyResolver topologies;

    VolcanoValidation(ObjectReader objects, ServedKind podGroup, TopologyResolver topologies) {
        this.objects = objects;
        this.podGroup = podGroup;
        this.topologies = topologies;
    }

    Uni<Validation> run(GangJob<VolcanoPolicy> job, Optional<TrainJob> previous) {
        VolcanoPolicy policy = job.policy();
        Validation.Builder immediate = Validation.builder();
        JobQueue queue = JobQueue.of(job.trainJob(), job.info());
        queue.error().ifPresent(immediate::error);
        if (policy.networkTopology() != null) {
            TopologyResolver.contradiction(policy.networkTopology())
                    .ifPresent(problem -> immediate.error(FieldError.invalid(RUNTIME, null, problem)));
        }
        job.info()
                .gangPlan()
                .flatMap(plan -> GangPriority.disagreement(plan.main(), job.info()))
                .ifPresent(immediate::warning);
        Uni<Validation> all = Uni.createFrom().item(immediate.build());
        for (Map.Entry<String, String> wanted : priorityClasses(job.info()).entrySet()) {
            all = all.chain(
                    before -> priorityClass(wanted.getKey(), wanted.getValue()).map(before::and));
        }
        if (queue.error().isEmpty() && queue.value().isPresent()) {
            all = all.chain(before -> queue(queue.value().get()).map(before::and));
        }
        return previous.isPresent() ? all : all.chain(before -> topology(policy).map(before::and));
    }

    /** Pod set by priority class, each class once. */
    private static Map<String, String> priorityClasses(RuntimeInfo info) {
        Map<String, String> classes = new LinkedHashMap<>();
        for (PodSet podSet : info.podSets()) {
            podSet.priorityClassName()
                    .filter(name -> !ALWAYS_THERE.contains(name))
                    .ifPresent(name -> classes.putIfAbsent(name, podSet.name()));
        }
        return classes;
    }

    private Uni<Validation> priorityClass(String name, String podSet) {
        return objects.find(PriorityClass.class, "", name)
                .map(found -> found.isPresent()
                        ? Validation.OK
                        : Validation.builder()
                                .error(FieldError.invalid(
                                        RUNTIME,
                                        name,
                                        "PriorityClass \"" + name
                                                + "\" doesn't exist; create it, or change priorityClassName in"
                                                + " the pods of replicated job " + podSet))
                                .build())
                .onFailure()
                .recoverWithItem(failure -> warning(RUNTIME + ": it is not known whether PriorityClass \"" + name
                        + "\" exists: " + failure.getMessage()));
    }

    /** Only a warning: queues may be made later, and whoever may not read them cannot be told anything. */
    private Uni<Validation> queue(String name) {
        if (!podGroup.isServed()) {
            return Uni.createFrom().item(Validation.OK);
        }
        return objects.find(VolcanoQueue.class, "", name)
                .map(found -> found.map(queue -> Queues.state(queue).map(state -> "is " + state))
                        .orElse(Optional.of("does not exist")))
                .map(problem -> problem.map(text -> warning("Volcano queue \"" + name + "\" " + text
                                + "; the job waits until it is there and open"))
                        .orElse(Validation.OK))
                .onFailure()
                .recoverWithItem(Validation.OK);
    }

    /** A label or tier that no HyperNode names has no effect, or keeps the job from starting. */
    private Uni<Validation> topology(VolcanoPolicy policy) {
        return topologies.unknown(policy).map(unknown -> unknown.map(
                        text -> warning(
                                RUNTIME + ": " + text
                                        + "; Volcano cannot place pods by it. With networkPolicy Strict or mode hard the job does not start"))
                .orElse(Validation.OK));
    }

    private static Validation warning(String text) {
        return Validation.builder().warning(text).build();
    }
}

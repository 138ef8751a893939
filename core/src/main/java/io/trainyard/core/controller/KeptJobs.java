package io.trainyard.core.controller;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.jobset.JobSetReducer;
import io.trainyard.core.jobset.JobSetStatus;
import io.trainyard.core.kube.SharedParts;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.model.Trainer;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How TrainJobs and JobSets are kept in memory: what thousands of them have in common is there once. Safe on any thread. */
final class KeptJobs {
    private final SharedParts parts;
    private final LooksOfJobs looks;

    KeptJobs(SharedParts parts) {
        this.parts = parts;
        this.looks = new LooksOfJobs(parts);
    }

    /** Replaces parts of an object that nobody else has seen yet by equal ones. */
    TrainJob keep(TrainJob trainJob) {
        trainJob.setApiVersion(String.valueOf(parts.text(trainJob.getApiVersion())));
        trainJob.setKind(String.valueOf(parts.text(trainJob.getKind())));
        trainJob.setSpec(spec(trainJob.getSpec()));
        trainJob.setStatus(status(trainJob.getStatus()));
        return trainJob;
    }

    private @Nullable TrainJobSpec spec(@Nullable TrainJobSpec spec) {
        return spec == null
                ? null
                : looks.spec(new TrainJobSpec(
                        parts.plain(spec.runtimeRef()),
                        parts.part(spec.initializer()),
                        trainer(spec.trainer()),
                        texts(spec.labels()),
                        texts(spec.annotations()),
                        parts.sharedList(spec.podSpecOverrides(), parts::tree),
                        parts.list(spec.podTemplateOverrides(), UnaryOperator.identity()),
                        parts.list(spec.runtimePatches(), UnaryOperator.identity()),
                        spec.suspend(),
                        spec.activeDeadlineSeconds(),
                        parts.text(spec.managedBy()),
                        parts.list(spec.plugins(), UnaryOperator.identity())));
    }

    private Map<String, String> texts(Map<String, String> texts) {
        return texts.isEmpty() ? Map.of() : parts.texts(texts);
    }

    private @Nullable Trainer trainer(@Nullable Trainer trainer) {
        if (trainer == null) {
            return null;
        }
        @Nullable List<String> command = trainer.command();
        @Nullable List<String> args = trainer.args();
        @Nullable ResourceRequirements resources = trainer.resourcesPerNode();
        return looks.trainer(new Trainer(
                parts.text(trainer.image()),
                command == null ? null : parts.texts(command),
                args == null ? null : parts.texts(args),
                parts.sharedList(trainer.env(), this::variable),
                trainer.numNodes(),
                resources == null ? null : looks.resources(resources),
                parts.plain(trainer.numProcPerNode())));
    }

    private EnvVar variable(EnvVar variable) {
        variable.setName(parts.text(variable.getName()));
        if (variable.getAdditionalProperties().isEmpty()) {
            variable.setAdditionalProperties(Collections.emptyMap());
        }
        // Amounts are there only where a value is a resource of the pod.
        EnvVar shared = variable.getValueFrom() == null ? parts.plain(variable) : parts.part(variable);
        return shared == null ? variable : shared;
    }

    private @Nullable TrainJobStatus status(@Nullable TrainJobStatus status) {
        return status == null
                ? null
                : new TrainJobStatus(
                        parts.plainList(status.conditions(), this::condition),
                        parts.plainList(status.jobsStatus(), UnaryOperator.identity()),
                        status.trainerStatus(),
                        parts.text(status.phase()),
                        parts.text(status.state()),
                        status.nodes(),
                        status.readyNodes(),
                        status.selector(),
                        status.observedGeneration());
    }

    private Condition condition(Condition condition) {
        condition.setType(parts.text(condition.getType()));
        condition.setStatus(parts.text(condition.getStatus()));
        condition.setReason(parts.text(condition.getReason()));
        condition.setMessage(parts.text(condition.getMessage()));
        condition.setLastTransitionTime(parts.text(condition.getLastTransitionTime()));
        if (condition.getAdditionalProperties().isEmpty()) {
            condition.setAdditionalProperties(Collections.emptyMap());
        }
        return condition;
    }

    /** Reduces an object that nobody else has seen yet, and replaces what is left by equal parts. */
    JobSet keep(JobSet jobSet) {
        JobSet reduced = JobSetReducer.reduce(jobSet);
        reduced.setApiVersion(String.valueOf(parts.text(reduced.getApiVersion())));
        reduced.setKind(String.valueOf(parts.text(reduced.getKind())));
        @Nullable Map<String, Object> spec = reduced.getSpec();
        if (spec != null) {
            reduced.setSpec(parts.tree(spec));
        }
        @Nullable JobSetStatus status = reduced.getStatus();
        if (status != null) {
            reduced.setStatus(parts.plain(new JobSetStatus(
                    parts.plainList(status.conditions(), this::condition),
                    parts.plainList(status.replicatedJobsStatus(), UnaryOperator.identity()),
                    status.restarts())));
        }
        return reduced;
    }
}

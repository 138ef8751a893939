package io.trainyard.launcher.cli.run;

import io.fabric8.kubernetes.api.model.IntOrString;
import io.trainyard.launcher.program.LiteralText;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.Trainer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a local run makes different from what the YAML says, to fit a laptop.
 *
 * @param nodes number of training nodes
 * @param processes processes on each node
 * @param resume whether a suspended job is resumed
 * @param arguments of the program as they were typed, in place of those of the file
 */
record TrainJobAdjustments(
        Optional<Integer> nodes, Optional<IntOrString> processes, boolean resume, Optional<List<String>> arguments) {
    /** The changed TrainJob; the given one is not touched. */
    TrainJob apply(TrainJob trainJob) {
        @Nullable TrainJobSpec spec = trainJob.getSpec();
        if (spec == null || (!isAboutTheTrainer() && !resume)) {
            return trainJob;
        }
        TrainJob changed = new TrainJob();
        changed.setMetadata(trainJob.getMetadata());
        changed.setSpec(new TrainJobSpec(
                spec.runtimeRef(),
                spec.initializer(),
                trainer(spec),
                spec.labels(),
                spec.annotations(),
                spec.podSpecOverrides(),
                spec.podTemplateOverrides(),
                spec.runtimePatches(),
                (resume && spec.isSuspended()) ? Boolean.FALSE : spec.suspend(),
                spec.activeDeadlineSeconds(),
                spec.managedBy(),
                spec.plugins()));
        return changed;
    }

    private boolean isAboutTheTrainer() {
        return nodes.isPresent() || processes.isPresent() || arguments.isPresent();
    }

    private @Nullable Trainer trainer(TrainJobSpec spec) {
        if (!isAboutTheTrainer()) {
            return spec.trainer();
        }
        Trainer trainer = spec.trainerOrEmpty();
        return new Trainer(
                trainer.image(),
                trainer.command(),
                arguments.map(LiteralText::of).orElse(trainer.args()),
                trainer.env(),
                nodes.orElse(trainer.numNodes()),
                trainer.resourcesPerNode(),
                processes.orElse(trainer.numProcPerNode()));
    }
}

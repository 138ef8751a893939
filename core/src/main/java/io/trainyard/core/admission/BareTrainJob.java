package io.trainyard.core.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.runtime.RuntimeChange;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.framework.CommandLine;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A TrainJob that names a runtime and asks for nothing. What plugins say of its command they say of the runtime's, and its owner can be told before there are
 * TrainJobs.
 */
final class BareTrainJob {
    private static final String NAMESPACE = "default";

    private final TrainJobCompiler compiler;
    private final PluginValidations validations;

    BareTrainJob(TrainJobCompiler compiler, PluginValidations validations) {
        this.compiler = compiler;
        this.validations = validations;
    }

    /**
     * What the plugins warn of in the command of the runtime's trainer, with its field. Nothing where the runtime cannot be built from: its TrainJobs are told
     * why.
     */
    Uni<Validation> commandWarnings(RuntimeChange runtime) {
        Optional<CustomValidation.Request> request = request(runtime);
        if (request.isEmpty()) {
            return Uni.createFrom().item(Validation.OK);
        }
        RuntimeInfo info = request.get().info();
        String prefix = CommandLine.path(info) + ": ";
        return validations
                .ask(request.get(), () -> request(runtime).orElseThrow())
                .map(result -> new Validation(
                        List.of(),
                        result.findings().warnings().stream()
                                .filter(warning -> warning.startsWith(prefix))
                                .map(warning -> commandPath(runtime, info) + ": " + warning.substring(prefix.length()))
                                .toList()));
    }

    private Optional<CustomValidation.Request> request(RuntimeChange runtime) {
        try {
            Class<? extends RuntimeResource> type = runtime.kind().equals(TrainerApi.TRAINING_RUNTIME)
                    ? TrainingRuntime.class
                    : ClusterTrainingRuntime.class;
            RuntimeResource resource = TreeConversion.toObject(TreeConversion.withoutNulls(runtime.current()), type);
            DecodedTrainJob job = DecodedTrainJob.of(Tree.of(
                    "apiVersion",
                    TrainerApi.API_VERSION,
                    "kind",
                    TrainerApi.TRAIN_JOB,
                    "metadata",
                    Map.of("name", runtime.name(), "namespace", NAMESPACE),
                    "spec",
                    Map.of("runtimeRef", Map.of("kind", runtime.kind(), "name", runtime.name()))));
            RuntimeInfo info = compiler.merge(job.object(), RuntimeDefinition.of(resource));
            info.freeze();
            return Optional.of(new CustomValidation.Request(job.object(), Optional.empty(), info));
        } catch (DecodedTrainJob.UnreadableException
                | InvalidTrainJobException
                | IllegalArgumentException
                | ArithmeticException notToBeBuilt) {
            return Optional.empty();
        }
    }

    private static String commandPath(RuntimeChange runtime, RuntimeInfo info) {
        String job = info.trainerPodSet().map(podSet -> podSet.name()).orElse("");
        String container =
                info.trainerContainer().map(trainer -> trainer.name()).orElse("");
        List<Object> jobs = Tree.list(runtime.current(), "spec", "template", "spec", "replicatedJobs");
        for (int i = 0; i < jobs.size(); i++) {
            if (Objects.equals(Tree.at(jobs.get(i), "name"), job)) {
                String path = "spec.template.spec.replicatedJobs[" + i + "].template.spec.template.spec.containers";
                List<Object> containers = Tree.list(jobs.get(i), "template", "spec", "template", "spec", "containers");
                for (int k = 0; k < containers.size(); k++) {
                    if (Objects.equals(Tree.at(containers.get(k), "name"), container)) {
                        return path + "[" + k + "].command";
                    }
                }
                return path;
            }
        }
        return "spec.template.spec.replicatedJobs";
    }
}

package io.trainyard.launcher.scale;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.defaults.ElasticBounds;
import io.trainyard.core.admission.trainjob.NodeCountRules;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.field.Validation;
import io.trainyard.launcher.cli.state.JobScaler;
import io.trainyard.launcher.client.OneCall;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the API server of a run or of a service for another number of nodes, by the rules of admission, which a laptop's API server does not have. */
public final class ClusterJobScaler implements JobScaler {
    private static final String FIELD = "spec.trainer.numNodes";

    @Override
    public Report scale(Request request) {
        return OneCall.make(
                ClientOptions.defaults().withKubeconfig(request.kubeconfig()),
                api -> scale(api, request),
                "the TrainJob cannot be scaled");
    }

    private static Uni<Report> scale(KubeApi api, Request request) {
        return api.list(TrainJob.class, request.namespace().orElse(""), Map.of())
                .map(found -> chosen(found, request.trainJob()))
                .chain(trainJob -> runtime(api, trainJob).chain(runtime -> {
                    check(trainJob, runtime, request.nodes());
                    return write(api, trainJob, request.nodes());
                }));
    }

    private static TrainJob chosen(List<TrainJob> found, Optional<String> wanted) {
        List<TrainJob> meant = found.stream()
                .filter(trainJob -> wanted.isEmpty()
                        || wanted.get().equals(trainJob.getMetadata().getName()))
                .toList();
        if (meant.size() == 1) {
            return meant.get(0);
        }
        List<String> known = found.stream()
                .map(trainJob -> trainJob.getMetadata().getName())
                .sorted()
                .toList();
        String names = String.join(", ", known);
        throw wrong(wanted.map(name -> "the run has no TrainJob " + name + NearestName.question(name, known))
                        .orElse("say which TrainJob with --trainjob")
                + "; it has " + (names.isEmpty() ? "none" : names));
    }

    private static Uni<Optional<RuntimeResource>> runtime(KubeApi api, TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        String name = reference == null ? null : reference.name();
        if (reference == null || name == null) {
            return Uni.createFrom().item(Optional.empty());
        }
        return TrainerApi.TRAINING_RUNTIME.equals(reference.kind())
                ? api.get(TrainingRuntime.class, trainJob.getMetadata().getNamespace(), name)
                        .map(found -> found.map(RuntimeResource.class::cast))
                : api.get(ClusterTrainingRuntime.class, "", name).map(found -> found.map(RuntimeResource.class::cast));
    }

    private static void check(TrainJob trainJob, Optional<RuntimeResource> runtime, int nodes) {
        Validation.Builder findings = Validation.builder();
        NodeCountRules.check(
                new NodeCountRules.Resize(
                        FIELD,
                        nodes,
                        trainJob.getSpec() != null && trainJob.getSpec().isSuspended(),
                        trainJob.statusOrEmpty().isFinished(),
                        runtime.flatMap(ElasticBounds::of)),
                findings);
        List<FieldError> errors = findings.build().errors();
        if (!errors.isEmpty()) {
            throw wrong(errors.get(0).toString());
        }
    }

    private static Uni<Report> write(KubeApi api, TrainJob trainJob, int nodes) {
        TrainJobSpec spec = trainJob.getSpec();
        Optional<Integer> before = spec == null
                ? Optional.empty()
                : Optional.ofNullable(spec.trainerOrEmpty().numNodes());
        String name = trainJob.getMetadata().getName();
        return api.mergePatch(
                        TrainJob.class,
                        trainJob.getMetadata().getNamespace(),
                        name,
                        Map.of("spec", Map.of("trainer", Map.of("numNodes", nodes))))
                .replaceWith(new Report(name, before));
    }
}

package io.trainyard.launcher.submit;

import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.cli.cluster.Cluster;
import io.trainyard.launcher.cli.launch.JobSubmitter;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster that cannot be asked: what a TrainJob would meet there, as far as that is known here. Pure.
 *
 * @param request the TrainJob
 * @param catalogue runtimes that come with Trainyard
 */
record UnaskedCluster(JobSubmitter.Request request, List<RuntimeResource> catalogue) {
    UnaskedCluster {
        catalogue = List.copyOf(catalogue);
    }

    /** Whether a failure says that there is no cluster, or none that answers; what the user names himself has to be there. */
    static boolean cannotBeAsked(Cluster named, Throwable failure) {
        return failure instanceof LoginException
                ? named.kubeconfig().isEmpty() && named.context().isEmpty()
                : ApiFailure.Kind.UNREACHABLE.isOf(failure);
    }

    /** The runtime as it comes with Trainyard, or one that is like most: what trains is the container node of a replicated job of that name. */
    RuntimeResource runtime() {
        return known().orElseGet(this::usual);
    }

    private Optional<RuntimeResource> known() {
        return catalogue.stream()
                .filter(runtime -> runtime.getMetadata().getName().equals(name()))
                .filter(runtime -> kind().isEmpty() || runtime.getKind().equals(kind()))
                .findFirst();
    }

    private RuntimeResource usual() {
        Map<String, Object> pod = Tree.of("containers", List.of(Tree.of("name", "node")));
        Map<String, Object> job =
                Tree.of("name", "node", "template", Tree.of("spec", Tree.of("template", Tree.of("spec", pod))));
        boolean ofNamespace = kind().equals(TrainerApi.TRAINING_RUNTIME);
        Map<String, Object> runtime = Tree.of(
                "apiVersion",
                TrainerApi.API_VERSION,
                "kind",
                ofNamespace ? TrainerApi.TRAINING_RUNTIME : TrainerApi.CLUSTER_TRAINING_RUNTIME,
                "metadata",
                Tree.of("name", name()),
                "spec",
                Tree.of("template", Tree.of("spec", Tree.of("replicatedJobs", List.of(job)))));
        return ofNamespace
                ? TreeConversion.toObject(runtime, TrainingRuntime.class)
                : TreeConversion.toObject(runtime, ClusterTrainingRuntime.class);
    }

    private String name() {
        return Tree.text(request.trainJob(), "spec", "runtimeRef", "name");
    }

    private String kind() {
        return Tree.text(request.trainJob(), "spec", "runtimeRef", "kind");
    }

    /**
     * One line about what is not known.
     *
     * @param why the cluster cannot be asked
     */
    String note(String why) {
        List<String> unknown = new ArrayList<>();
        unknown.add(
                "whether it has the runtime " + name()
                        + (known().isPresent()
                                ? ", taken as it comes with Trainyard"
                                : ", which does not come with Trainyard: taken for one that trains in the container node of a job node"));
        claim().ifPresent(name -> unknown.add("whether it has the volume claim " + name));
        unknown.add("whether it admits this TrainJob");
        return "note: the cluster could not be asked ("
                + why.lines().findFirst().orElse("") + "), so it is not known " + String.join("; ", unknown);
    }

    private Optional<String> claim() {
        return request.code() instanceof JobSubmitter.OnClaim claim
                ? Optional.of(claim.claim())
                : request.code() instanceof JobSubmitter.ToClaim upload
                        ? Optional.of(upload.claim())
                        : Optional.empty();
    }
}

package io.trainyard.launcher.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionReader;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.local.api.request.AdmissionHook.StoredObjects;
import io.trainyard.local.client.Resource;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The runtimes in the store of a local API server, which is all that defaults depend on. Answers at once. */
final class StoredRuntimes implements AdmissionReader {
    private final StoredObjects objects;

    StoredRuntimes(StoredObjects objects) {
        this.objects = objects;
    }

    @Override
    public Uni<Optional<RuntimeResource>> runtime(String kind, String namespace, String name) {
        return Uni.createFrom()
                .item(() -> kind.equals(TrainerApi.TRAINING_RUNTIME)
                        ? find("trainingruntimes", namespace, name, TrainingRuntime.class)
                        : find("clustertrainingruntimes", "", name, ClusterTrainingRuntime.class));
    }

    private Optional<RuntimeResource> find(
            String plural, String namespace, String name, Class<? extends RuntimeResource> type) {
        Resource resource = new Resource(TrainerApi.GROUP, TrainerApi.VERSION, plural);
        return objects.find(resource, namespace, name).map(Reviews::received).map(tree -> convert(tree, type));
    }

    private static RuntimeResource convert(Map<String, Object> tree, Class<? extends RuntimeResource> type) {
        return TreeConversion.toObject(tree, type);
    }

    /** The runtime as it is now stands for the one that was kept: whether it is elastic is fixed. */
    @Override
    public Uni<Optional<RuntimeResource>> keptRuntime(TrainJob trainJob) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<TrainJob>> trainJob(String namespace, String name) {
        return Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<List<String>> activeJobs(String namespace, String jobSet) {
        return Uni.createFrom().item(List.of());
    }

    @Override
    public Uni<List<String>> unfinishedUsers(String kind, String namespace, String runtime) {
        return Uni.createFrom().item(List.of());
    }
}

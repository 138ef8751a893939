package io.trainyard.core.progress;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the curves of a job in the ConfigMap {@code NAME-metrics} beside it, which goes with the job. One of that name that belongs to somebody else is left
 * alone.
 */
public final class ConfigMapHistory implements HistoryStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigMapHistory.class);
    private static final String SUFFIX = "-metrics";

    private final KubeApi api;

    public ConfigMapHistory(KubeApi api) {
        this.api = api;
    }

    @Override
    public Uni<Void> save(TrainJob trainJob, Map<String, List<MetricPoint>> curves) {
        ConfigMap content = content(trainJob, curves);
        return api.create(content)
                .replaceWithVoid()
                .onFailure(ApiFailure.Kind.ALREADY_EXISTS::isOf)
                .recoverWithUni(() -> replace(trainJob, content));
    }

    private Uni<Void> replace(TrainJob trainJob, ConfigMap content) {
        return api.getMetadata(ConfigMap.class, namespace(trainJob), name(trainJob))
                .chain(found -> {
                    if (found.filter(metadata -> isOf(trainJob, metadata)).isEmpty()) {
                        LOG.atWarn()
                                .addKeyValue("trainJob", trainJob.key())
                                .log("its metrics are not kept: ConfigMap {} belongs to somebody else", name(trainJob));
                        return Uni.createFrom().voidItem();
                    }
                    return api.apply(content).replaceWithVoid();
                });
    }

    @Override
    public Uni<Optional<Map<String, List<MetricPoint>>>> load(TrainJob trainJob) {
        return api.get(ConfigMap.class, namespace(trainJob), name(trainJob))
                .map(found -> found.flatMap(kept -> read(kept, trainJob)));
    }

    /** The curves that a ConfigMap keeps; empty when it is not one of this job, or holds none. */
    public static Optional<Map<String, List<MetricPoint>>> read(ConfigMap kept, TrainJob trainJob) {
        return Optional.of(kept)
                .filter(object -> isOf(trainJob, object.getMetadata()))
                .flatMap(object -> Optional.ofNullable(object.getData()))
                .flatMap(data -> Optional.ofNullable(data.get(HistoryText.KEY)))
                .flatMap(HistoryText::read);
    }

    private static ConfigMap content(TrainJob trainJob, Map<String, List<MetricPoint>> curves) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(namespace(trainJob))
                .withName(name(trainJob))
                .withLabels(Map.of("app.kubernetes.io/managed-by", "trainyard"))
                .withOwnerReferences(TrainJobCompiler.owner(trainJob))
                .endMetadata()
                .withData(Map.of(HistoryText.KEY, HistoryText.write(curves)))
                .build();
    }

    private static boolean isOf(TrainJob trainJob, ObjectMeta metadata) {
        return metadata.getOwnerReferences().stream()
                .map(OwnerReference::getUid)
                .anyMatch(uid -> Objects.equals(uid, trainJob.getMetadata().getUid()));
    }

    private static String namespace(TrainJob trainJob) {
        return trainJob.key().namespace();
    }

    private static String name(TrainJob trainJob) {
        return trainJob.key().name() + SUFFIX;
    }
}

package io.trainyard.core.runtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.apply.StaleViewException;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.core.manifest.ObjectSize;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.SharedRequests;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.RuntimeRef;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the runtime content of a TrainJob: of its snapshot if there is one, else of the live runtime, of which it then makes the snapshot.
 * Lives on the event loop.
 */
public final class RuntimeResolver {
    private static final Duration KNOWN = Duration.ofDays(1);

    /** A definition takes so many times the memory of its text. */
    private static final int DEFINITION = 10;

    private static final Logger LOG = LoggerFactory.getLogger(RuntimeResolver.class);

    private final KubeApi api;
    private final SnapshotKey key;
    private final SizeLimits sizes;
    private final OwnWrites<ConfigMap> snapshots;
    private final SnapshotContents contents;
    private final ObjectCache<TrainingRuntime> runtimes;
    private final ObjectCache<ClusterTrainingRuntime> clusterRuntimes;
    /** Snapshots of one runtime have equal texts, and parsing costs more than everything else in a reconcile. */
    private final BoundedCache<String, RuntimeDefinition> parsed;

    private final BoundedCache<String, String> written;

    /** Requests under way for runtimes that the caches lack. */
    private final SharedRequests<String, Optional<RuntimeResource>> requests = new SharedRequests<>();

    /**
     * Finds runtimes in these caches.
     *
     * @param key signs snapshots
     * @param sizes of what may be built from
     */
    public RuntimeResolver(
            KubeApi api,
            SnapshotKey key,
            SizeLimits sizes,
            OwnWrites<ConfigMap> snapshots,
            ObjectCache<TrainingRuntime> runtimes,
            ObjectCache<ClusterTrainingRuntime> clusterRuntimes,
            TimeSource time) {
        this.contents = new SnapshotContents(time);
        this.parsed = new BoundedCache<>(
                CacheOwner.RUNTIME_DEFINITIONS,
                time,
                (text, definition) -> Weight.of(text) + DEFINITION * text.length());
        this.written = new BoundedCache<>(
                CacheOwner.RUNTIME_TEXTS, time, (version, text) -> Weight.of(version) + Weight.of(text));
        this.api = api;
        this.key = key;
        this.sizes = sizes;
        this.snapshots = snapshots;
        this.runtimes = runtimes;
        this.clusterRuntimes = clusterRuntimes;
    }

    /**
     * The content to build from.
     *
     * @param definition the content
     * @param live the runtime that it was read from, when there is no snapshot yet; see {@link #keep}
     */
    public record Resolved(RuntimeDefinition definition, Optional<RuntimeResource> live) {}

    /**
     * The content to build from.
     *
     * @return fails with {@link RuntimeNotFoundException}, with {@link InvalidTrainJobException} for a snapshot that cannot be used or a runtime that is too
     *     large, with {@link UntrustedSnapshotException} for a snapshot that somebody else may have written, with {@link StaleViewException} for one of another TrainJob of the same name, or with {@link ApiFailure}
     */
    public Uni<Resolved> resolve(TrainJob trainJob) {
        return snapshot(trainJob)
                .chain(snapshot -> snapshot.isPresent()
                        ? Uni.createFrom().item(() -> new Resolved(read(trainJob, snapshot.get()), Optional.empty()))
                        : liveRuntime(trainJob)
                                .map(live -> new Resolved(parse(text(live)), Optional.of(live)))
                                .onFailure(RuntimeNotFoundException.class)
                                .recoverWithUni(missing -> keptByAnother(trainJob, missing)));
    }

    /** Whoever was started by another controller may have a snapshot that is not in the cache, and goes on with it although its runtime is gone. */
    private Uni<Resolved> keptByAnother(TrainJob trainJob, Throwable missing) {
        boolean started = !trainJob.statusOrEmpty().conditions().isEmpty()
                || !trainJob.statusOrEmpty().jobsStatus().isEmpty();
        Uni<Boolean> adopted = started
                ? adopt(trainJob).onFailure(InvalidTrainJobException.class).recoverWithItem(false)
                : Uni.createFrom().item(false);
        return adopted.chain(found ->
                Uni.createFrom().<Resolved>failure(found ? new StaleViewException(existing(trainJob)) : missing));
    }

    /** The runtime that a TrainJob names, as it is now; empty when the caches lack it. */
    private Optional<? extends RuntimeResource> cached(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        if (reference == null || reference.name() == null) {
            return Optional.empty();
        }
        return TrainerApi.TRAINING_RUNTIME.equals(reference.effectiveKind())
                ? runtimes.find(new ResourceKey(trainJob.getMetadata().getNamespace(), reference.name()))
                : clusterRuntimes.find(new ResourceKey("", reference.name()));
    }

    /** With its text, which is read only when the snapshot is that of this TrainJob. */
    private Uni<Optional<ConfigMap>> snapshot(TrainJob trainJob) {
        return Uni.createFrom().deferred(() -> {
            Optional<ConfigMap> known = snapshots.find(RuntimeSnapshot.key(trainJob));
            if (known.isEmpty()) {
                return Uni.createFrom().item(known);
            }
            RuntimeSnapshot.checkOwner(trainJob, known.get());
            ObjectMeta metadata = known.get().getMetadata();
            Optional<String> text = cached(trainJob).flatMap(live -> unchanged(trainJob, metadata, live));
            return text.isPresent()
                    ? Uni.createFrom().item(text.map(found -> remembered(RuntimeSnapshot.with(metadata, found))))
                    : contents.complete(api, known.get())
                            .chain(found -> found.isPresent()
                                    ? trusted(trainJob, found.get()).map(Optional::of)
                                    : Uni.createFrom().item(found));
        });
    }

    /** Keeps the text, so that it need not be read again when its runtime changes. */
    private ConfigMap remembered(ConfigMap snapshot) {
        contents.remember(snapshot);
        return snapshot;
    }

    /** Most runtimes stay as they were when their snapshots were made: then nothing need be read, not even after a restart. */
    private Optional<String> unchanged(TrainJob trainJob, ObjectMeta snapshot, RuntimeResource live) {
        String signature = RuntimeSnapshot.signature(snapshot);
        if (!signature.startsWith(live.getMetadata().getUid() + "/")) {
            return Optional.empty();
        }
        try {
            String text = text(live);
            return SnapshotKey.isSame(signature, RuntimeSnapshot.sign(trainJob, live, text, key))
                    ? Optional.of(text)
                    : Optional.empty();
        } catch (InvalidTrainJobException tooLarge) {
            return Optional.empty();
        }
    }

    /** Every user who may write ConfigMaps there may have written it. It is trusted when the controller has signed it, or when the live runtime says the same. */
    private Uni<ConfigMap> trusted(TrainJob trainJob, ConfigMap snapshot) {
        RuntimeSnapshot.checkOwner(trainJob, snapshot);
        if (RuntimeSnapshot.isSigned(trainJob, snapshot, key)) {
            return Uni.createFrom().item(snapshot);
        }
        return liveRuntime(trainJob)
                .onFailure(RuntimeNotFoundException.class)
                .transform(missing -> new UntrustedSnapshotException(
                        snapshot, "is not signed by this controller, and its runtime is gone"))
                .chain(live -> {
                    if (!saysTheSame(snapshot, live)) {
                        throw new UntrustedSnapshotException(
                                snapshot, "is not signed by this controller, and says something else than its runtime");
                    }
                    String signature = RuntimeSnapshot.sign(trainJob, live, RuntimeSnapshot.text(snapshot), key);
                    return StaleViewException.insteadOfConflict(
                                    patch(snapshot, RuntimeSnapshot.signed(snapshot, signature)))
                            .invoke(this::wrote);
                });
    }

    private boolean saysTheSame(ConfigMap snapshot, RuntimeResource live) {
        String text = RuntimeSnapshot.text(snapshot);
        try {
            return sizes.ofRuntime(text.length()).isEmpty() && parse(text).equals(parse(text(live)));
        } catch (RuntimeSnapshot.UncheckedParseException | InvalidTrainJobException unusable) {
            return false;
        }
    }

    /**
     * Deletes a snapshot that somebody else may have written, so that the next reconcile makes another one from the runtime.
     *
     * @return fails with {@link RuntimeNotFoundException} or {@link InvalidTrainJobException} when there is no runtime to make it from, with
     *     {@link StaleViewException} when the snapshot has been changed meanwhile, or with {@link ApiFailure}
     */
    public Uni<Void> discard(TrainJob trainJob, UntrustedSnapshotException untrusted) {
        ResourceKey name = RuntimeSnapshot.key(trainJob);
        return liveRuntime(trainJob)
                .invoke(this::text)
                .chain(() -> StaleViewException.insteadOfConflict(
                        api.delete(ConfigMap.class, name.namespace(), name.name(), untrusted.state())))
                .invoke(() -> snapshots
                        .find(name)
                        .filter(known -> untrusted
                                .state()
                                .uid()
                                .equals(known.getMetadata().getUid()))
                        .ifPresent(snapshots::missed))
                .replaceWithVoid();
    }

    /**
     * Makes the snapshot, if there is none yet. Done after compiling, so that a runtime that cannot be built can still be mended.
     *
     * @return fails with {@link StaleViewException} when there turns out to be a snapshot already: nothing may be applied, and the next reconcile builds
     *     from that one. Fails with {@link ApiFailure}, too
     */
    public Uni<Void> keep(TrainJob trainJob, Resolved resolved) {
        if (resolved.live().isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        RuntimeResource live = resolved.live().get();
        return api.create(RuntimeSnapshot.of(trainJob, live, text(live), key))
                .invoke(this::wrote)
                .replaceWithVoid()
                .onFailure(ApiFailure.Kind.ALREADY_EXISTS::isOf)
                .recoverWithUni(exists -> adopt(trainJob)
                        .chain(() -> Uni.createFrom().<Void>failure(new StaleViewException(existing(trainJob)))));
    }

    private static String existing(TrainJob trainJob) {
        return "the snapshot of TrainJob " + trainJob.key() + " exists";
    }

    /** The runtimes that TrainJobs have kept, for reading through that client; for any thread. */
    public KeptRuntimes kept(KubeApi requests) {
        return new KeptRuntimes(snapshots.cache(), requests, contents, key);
    }

    /** True when the snapshot is only known from our own write. */
    public boolean isUnconfirmed(TrainJob trainJob) {
        return snapshots.isUnconfirmed(RuntimeSnapshot.key(trainJob));
    }

    /**
     * A snapshot that another controller made lacks our label, and so is not in the cache until it gets it. What belongs to somebody else is not
     * touched.
     *
     * @return false when there is none
     */
    private Uni<Boolean> adopt(TrainJob trainJob) {
        ResourceKey key = RuntimeSnapshot.key(trainJob);
        return api.get(ConfigMap.class, key.namespace(), key.name()).chain(found -> {
            if (found.isEmpty()) {
                return Uni.createFrom().item(false);
            }
            RuntimeSnapshot.checkOwner(trainJob, found.get());
            return StaleViewException.insteadOfConflict(patch(found.get(), RuntimeSnapshot.ours(found.get())))
                    .invoke(this::wrote)
                    .replaceWith(true);
        });
    }

    private void wrote(ConfigMap snapshot) {
        contents.remember(snapshot);
        snapshots.wrote(snapshot);
    }

    private Uni<ConfigMap> patch(ConfigMap snapshot, Map<String, Object> metadata) {
        return api.mergePatch(
                ConfigMap.class,
                snapshot.getMetadata().getNamespace(),
                snapshot.getMetadata().getName(),
                Map.of("metadata", metadata));
    }

    private RuntimeDefinition read(TrainJob trainJob, ConfigMap snapshot) {
        return RuntimeSnapshot.read(trainJob, snapshot, this::parse);
    }

    private Uni<RuntimeResource> liveRuntime(TrainJob trainJob) {
        @Nullable
        RuntimeRef reference =
                trainJob.getSpec() == null ? null : trainJob.getSpec().runtimeRef();
        if (reference == null || reference.name() == null) {
            return Uni.createFrom().failure(new RuntimeNotFoundException("spec.runtimeRef.name is missing"));
        }
        String namespace = trainJob.getMetadata().getNamespace();
        return TrainerApi.TRAINING_RUNTIME.equals(reference.effectiveKind())
                ? find(
                        TrainingRuntime.class,
                        runtimes,
                        new ResourceKey(namespace, reference.name()),
                        namespace,
                        "TrainingRuntime specified in TrainJob is not found: there is no TrainingRuntime ")
                : find(
                        ClusterTrainingRuntime.class,
                        clusterRuntimes,
                        new ResourceKey("", reference.name()),
                        namespace,
                        "not found ClusterTrainingRuntime specified in TrainJob: there is no ClusterTrainingRuntime ");
    }

    /** The cache may be a moment behind, so a runtime that it lacks is asked for once before the reconcile fails. */
    private <T extends RuntimeResource> Uni<RuntimeResource> find(
            Class<T> type, ObjectCache<T> cache, ResourceKey key, String namespace, String missing) {
        Optional<T> cached = cache.find(key);
        if (cached.isPresent()) {
            return Uni.createFrom().item(cached.get());
        }
        return asked(type, key)
                .map(found -> found.orElseThrow(() -> new RuntimeNotFoundException(
                        missing + key,
                        new KnownRuntimes(runtimes, clusterRuntimes).sentence(type.getSimpleName(), namespace))));
    }

    /** Thousands of TrainJobs may name the same runtime that does not exist: those that ask while somebody does share the answer. */
    private <T extends RuntimeResource> Uni<Optional<RuntimeResource>> asked(Class<T> type, ResourceKey key) {
        return requests.get(type.getSimpleName() + "/" + key, () -> api.get(type, key.namespace(), key.name())
                .map(found -> found.<RuntimeResource>map(Function.identity())));
    }

    private String text(RuntimeResource runtime) {
        String version = version(runtime);
        return written.get(version).orElseGet(() -> write(version, runtime));
    }

    private static String version(RuntimeResource runtime) {
        return runtime.getMetadata().getUid() + "/" + runtime.getMetadata().getResourceVersion();
    }

    private String write(String version, RuntimeResource runtime) {
        Optional<String> tooLarge = sizes.ofRuntime(ObjectSize.of(runtime.getMetadata(), runtime.getSpec()));
        if (tooLarge.isPresent()) {
            throw new InvalidTrainJobException("spec.runtimeRef: " + runtime.getKind() + " "
                    + runtime.getMetadata().getName() + " " + tooLarge.get());
        }
        String text = SnapshotText.write(runtime);
        written.put(version, text, KNOWN);
        if (parsed.get(text).isEmpty()) {
            try {
                parsed.put(text, RuntimeDefinition.of(SnapshotText.readBack(runtime)), KNOWN);
            } catch (JsonProcessingException unreadable) {
                // Whoever parses the text says why.
                LOG.atDebug().setCause(unreadable).log("runtime not read back");
            }
        }
        return text;
    }

    RuntimeDefinition parse(String text) {
        return parsed.get(text).orElseGet(() -> {
            try {
                RuntimeDefinition definition = RuntimeDefinition.of(SnapshotText.read(text));
                parsed.put(text, definition, KNOWN);
                return definition;
            } catch (JsonProcessingException e) {
                throw new RuntimeSnapshot.UncheckedParseException(e);
            }
        });
    }
}

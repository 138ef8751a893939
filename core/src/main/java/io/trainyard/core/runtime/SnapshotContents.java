package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.foundation.digest.Sha256;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The texts of snapshots, of which only metadata is watched: anybody may make ConfigMaps with our label, of 1 MiB each. A text that many snapshots hold is
 * remembered once. For any thread.
 */
public final class SnapshotContents {
    private static final Duration KNOWN = Duration.ofDays(1);

    /** By uid and version of a snapshot: the digest of its text. */
    private final BoundedCache<String, String> digests;

    private final BoundedCache<String, String> texts;

    /** Remembers nothing yet. */
    public SnapshotContents(TimeSource time) {
        this.digests = new BoundedCache<>(
                CacheOwner.SNAPSHOT_DIGESTS, time, (snapshot, digest) -> Weight.of(snapshot) + Weight.of(digest));
        this.texts = new BoundedCache<>(
                CacheOwner.SNAPSHOT_TEXTS, time, (digest, text) -> Weight.of(digest) + Weight.of(text));
    }

    /**
     * A snapshot with its text.
     *
     * @param api reads what nobody has read yet
     * @param known as it was watched, or as we wrote it
     * @return empty when it has been deleted meanwhile; fails with {@link io.trainyard.core.kube.ApiFailure}
     */
    Uni<Optional<ConfigMap>> complete(KubeApi api, ConfigMap known) {
        if (!RuntimeSnapshot.text(known).isEmpty()) {
            return Uni.createFrom().item(Optional.of(known));
        }
        Optional<String> text = remembered(known.getMetadata());
        if (text.isPresent()) {
            return Uni.createFrom().item(text.map(found -> RuntimeSnapshot.with(known.getMetadata(), found)));
        }
        return api.get(
                        ConfigMap.class,
                        known.getMetadata().getNamespace(),
                        known.getMetadata().getName())
                .invoke(found -> found.ifPresent(this::remember));
    }

    /** A text that was read or written. Costs next to nothing when it is remembered already. */
    void remember(ConfigMap snapshot) {
        String text = RuntimeSnapshot.text(snapshot);
        if (!text.isEmpty() && remembered(snapshot.getMetadata()).isEmpty()) {
            String digest = digest(text);
            texts.put(digest, text, KNOWN);
            digests.put(key(snapshot.getMetadata()), digest, KNOWN);
        }
    }

    private Optional<String> remembered(ObjectMeta snapshot) {
        return digests.get(key(snapshot)).flatMap(texts::get);
    }

    private static String key(ObjectMeta metadata) {
        return metadata.getUid() + "/" + metadata.getResourceVersion();
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(Sha256.of(text));
    }
}

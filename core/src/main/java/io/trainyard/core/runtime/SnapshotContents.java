package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.WeightedCache;
import io.trainyard.foundation.digest.Sha256;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The texts of snapshots, of which only metadata is watched: anybody may make ConfigMaps with our label, of 1 MiB each. A text that many snapshots hold is
 * remembered once. For any thread.
 */
public final class SnapshotContents {
    /** Of all texts together; those of a thousand runtimes. */
    private static final int MAX_CHARACTERS = 4 << 20;

    private static final int MAX_SNAPSHOTS = 20_000;

    /** By uid and version of a snapshot: the digest of its text. */
    private final WeightedCache<String, String> digests = new WeightedCache<>(MAX_SNAPSHOTS, (snapshot, digest) -> 1);

    private final WeightedCache<String, String> texts =
            new WeightedCache<>(MAX_CHARACTERS, (digest, text) -> text.length());

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
        Optional<String> text = digests.find(key(known.getMetadata())).flatMap(texts::find);
        if (text.isPresent()) {
            return Uni.createFrom().item(text.map(found -> RuntimeSnapshot.with(known.getMetadata(), found)));
        }
        return api.get(
                        ConfigMap.class,
                        known.getMetadata().getNamespace(),
                        known.getMetadata().getName())
                .invoke(found -> found.ifPresent(this::remember));
    }

    /** A text that was read or written. */
    void remember(ConfigMap snapshot) {
        String text = RuntimeSnapshot.text(snapshot);
        if (!text.isEmpty()) {
            String digest = digest(text);
            texts.remember(digest, text);
            digests.remember(key(snapshot.getMetadata()), digest);
        }
    }

    private static String key(ObjectMeta metadata) {
        return metadata.getUid() + "/" + metadata.getResourceVersion();
    }

    private static String digest(String text) {
        return HexFormat.of().formatHex(Sha256.of(text));
    }
}

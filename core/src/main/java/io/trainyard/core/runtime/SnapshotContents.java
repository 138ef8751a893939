package io.trainyard.core.runtime;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.WeightedCache;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The texts of snapshots, of which only metadata is watched: anybody may make ConfigMaps with our label, of 1 MiB each. Snapshots say by a checksum which
 * text they hold, so a text is read once for all that were made from the same runtime; one without a checksum is read by itself. For any thread.
 */
public final class SnapshotContents {
    /** Of all texts together; those of a thousand runtimes. */
    private static final int MAX_CHARACTERS = 4 << 20;

    private final WeightedCache<String, String> texts =
            new WeightedCache<>(MAX_CHARACTERS, (key, text) -> key.length() + text.length());

    /**
     * A snapshot with its text.
     *
     * @param api reads what nobody has read yet
     * @param known as it was watched, or as we wrote it
     * @param likely the text that most likely is the right one
     * @return empty when it has been deleted meanwhile; fails with {@link io.trainyard.core.kube.ApiFailure}
     */
    Uni<Optional<ConfigMap>> complete(KubeApi api, ConfigMap known, Supplier<Optional<String>> likely) {
        if (!RuntimeSnapshot.text(known).isEmpty()) {
            return Uni.createFrom().item(Optional.of(known));
        }
        Optional<String> text = texts.find(key(known.getMetadata())).or(() -> confirmed(known, likely));
        if (text.isPresent()) {
            return Uni.createFrom().item(text.map(found -> RuntimeSnapshot.with(known.getMetadata(), found)));
        }
        return api.get(
                        ConfigMap.class,
                        known.getMetadata().getNamespace(),
                        known.getMetadata().getName())
                .invoke(found -> found.ifPresent(this::remember));
    }

    private Optional<String> confirmed(ConfigMap known, Supplier<Optional<String>> likely) {
        String checksum = RuntimeSnapshot.checksum(known.getMetadata());
        Optional<String> text = checksum.isEmpty()
                ? Optional.empty()
                : likely.get().filter(guess -> checksum.equals(RuntimeSnapshot.checksumOf(guess)));
        text.ifPresent(right -> texts.remember(checksum, right));
        return text;
    }

    /** A text that was read or written. */
    void remember(ConfigMap snapshot) {
        String text = RuntimeSnapshot.text(snapshot);
        String claimed = RuntimeSnapshot.checksum(snapshot.getMetadata());
        // A checksum that is not true must not lead others to this text.
        if (!text.isEmpty() && (claimed.isEmpty() || claimed.equals(RuntimeSnapshot.checksumOf(text)))) {
            texts.remember(key(snapshot.getMetadata()), text);
        }
    }

    private static String key(ObjectMeta metadata) {
        String checksum = RuntimeSnapshot.checksum(metadata);
        return checksum.isEmpty() ? metadata.getUid() + "/" + metadata.getResourceVersion() : checksum;
    }
}

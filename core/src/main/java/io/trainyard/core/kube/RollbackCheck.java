package io.trainyard.core.kube;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * Notices that the API server's store was restored from a backup. It counts from an older version on then, and takes a watch from the version that we know
 * as one that waits for news: it says nothing until as much has been written again, and nothing of what went back. Asked on the owning context.
 */
final class RollbackCheck {
    private final ApiTransport transport;

    RollbackCheck(ApiTransport transport) {
        this.transport = transport;
    }

    private record Seen(CacheOpener<?> cache, long version) {}

    /**
     * Whether the store is older than what the most recent of the caches has seen: one small consistent list of its kind. False when that cannot be told; never
     * fails.
     */
    Uni<Boolean> run(List<CacheOpener<?>> caches) {
        return caches.stream()
                .filter(CacheOpener::isSynced)
                .flatMap(cache -> number(cache.version()).stream().mapToObj(version -> new Seen(cache, version)))
                .max(Comparator.comparingLong(Seen::version))
                .map(this::isOlderThan)
                .orElseGet(() -> Uni.createFrom().item(false));
    }

    private Uni<Boolean> isOlderThan(Seen seen) {
        ResourceKind kind = seen.cache.kind();
        ApiRequest list = ApiRequest.listMetadata(kind.collection(seen.cache.namespace()), "limit=1", kind.bucket());
        return transport
                .send(list, body -> Tree.text(Json.parse(body), "metadata", "resourceVersion"))
                .map(version -> number(version).stream().anyMatch(now -> now < seen.version))
                .onFailure()
                .recoverWithItem(false);
    }

    /** Versions of every store of Kubernetes are numbers that grow; others cannot be compared. */
    private static OptionalLong number(String version) {
        return PlainText.isNumber(version, 18) ? OptionalLong.of(Long.parseLong(version)) : OptionalLong.empty();
    }
}

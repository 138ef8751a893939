package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where each kind lives: by its class, or, for generic objects, by asking the API server which kinds it serves. What it serves is remembered;
 * what it does not serve only for a while, since somebody may install it.
 */
final class KindDiscovery {
    private static final Duration MISSING_KIND_TTL = Duration.ofSeconds(30);

    private final ApiTransport transport;
    private final KubernetesSerialization json;
    private final TimeSource time;
    private final Map<Class<?>, ResourceKind> byClass = new ConcurrentHashMap<>();
    /** Key: apiVersion. */
    private final Map<String, Listing> listings = new ConcurrentHashMap<>();

    KindDiscovery(ApiTransport transport, KubernetesSerialization json, TimeSource time) {
        this.transport = transport;
        this.json = json;
        this.time = time;
    }

    /** The kind of a class that names it. */
    Uni<ResourceKind> of(Class<? extends HasMetadata> type) {
        if (type == GenericKubernetesResource.class) {
            return Uni.createFrom()
                    .failure(ApiFailures.unsendable(
                            "GenericKubernetesResource",
                            "the class does not say which kind it is; use a class of its own for requests by name",
                            null));
        }
        return Uni.createFrom().item(byClass.computeIfAbsent(type, ignored -> ResourceKind.of(type)));
    }

    /** The kind of an object. */
    Uni<ResourceKind> of(HasMetadata object) {
        if (!(object instanceof GenericKubernetesResource)) {
            return of(object.getClass());
        }
        String apiVersion = object.getApiVersion();
        String kind = object.getKind();
        if (apiVersion == null || apiVersion.isEmpty() || kind == null || kind.isEmpty()) {
            return Uni.createFrom()
                    .failure(ApiFailures.unsendable(
                            "GenericKubernetesResource " + object.getMetadata().getName(),
                            "apiVersion and kind are required",
                            null));
        }
        return Uni.createFrom().deferred(() -> find(apiVersion, kind));
    }

    /** Asks again at the next request; for when the API server did not know a path that we had from it. */
    void forget(ResourceKind kind) {
        listings.remove(kind.apiVersion());
    }

    /** Where objects of that kind are found; fails with {@link ApiFailure.Kind#NOT_FOUND} when it is not served. */
    Uni<ResourceKind> find(String apiVersion, String kind) {
        Listing listing = listings.compute(
                apiVersion,
                (key, known) -> known == null || known.isStaleFor(kind, time.nanos()) ? ask(apiVersion) : known);
        return listing.kinds.onItem().transformToUni(kinds -> Optional.ofNullable(kinds.get(kind))
                .map(found -> Uni.createFrom().item(found))
                .orElseGet(() -> Uni.createFrom().failure(notServed(apiVersion, kind))));
    }

    private Listing ask(String apiVersion) {
        ApiRequest request = ApiRequest.get(ResourceKind.versionPath(apiVersion), "", "");
        var listing = new Listing(time.nanos());
        listing.kinds = transport
                .send(request, body -> read(apiVersion, body))
                .onFailure(ApiFailure.Kind.NOT_FOUND::isOf)
                .recoverWithItem(Map.of())
                .onItem()
                .invoke(kinds -> listing.answer = kinds)
                .onFailure()
                .invoke(() -> listings.remove(apiVersion, listing))
                .memoize()
                .indefinitely();
        return listing;
    }

    private Map<String, ResourceKind> read(String apiVersion, byte[] body) {
        JsonNode list = json.unmarshal(new ByteArrayInputStream(body), JsonNode.class);
        Map<String, ResourceKind> kinds = new HashMap<>();
        for (JsonNode resource : list.path("resources")) {
            String plural = resource.path("name").asText();
            if (!plural.contains("/")) {
                kinds.put(
                        resource.path("kind").asText(),
                        new ResourceKind(
                                apiVersion, plural, resource.path("namespaced").asBoolean()));
            }
        }
        return kinds;
    }

    private static ApiFailure notServed(String apiVersion, String kind) {
        return new ApiFailure(
                ApiFailure.Kind.NOT_FOUND,
                404,
                "",
                "the API server does not serve kind " + kind + " of " + apiVersion + "; is its CRD installed?",
                null,
                null);
    }

    /** The kinds of one version as the API server listed them at some time, or soon will. */
    private static final class Listing {
        private final long askedAt;
        private Uni<Map<String, ResourceKind>> kinds = Uni.createFrom().nothing();
        private volatile Map<String, ResourceKind> answer = Map.of();

        private Listing(long askedAt) {
            this.askedAt = askedAt;
        }

        private boolean isStaleFor(String kind, long now) {
            return !answer.containsKey(kind) && now - askedAt >= MISSING_KIND_TTL.toNanos();
        }
    }
}

package io.trainyard.core.apply;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.spi.ObjectReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Applies any object that a plugin built, unless it already is as it should be. Reads through the plugins' reader, so kinds that are watched cost no
 * request. Lives on the event loop.
 */
public final class ObjectApplier {
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KubeApi api;
    private final ObjectReader reader;

    public ObjectApplier(KubeApi api, ObjectReader reader) {
        this.api = api;
        this.reader = reader;
    }

    /**
     * Makes the object exist.
     *
     * @return true when it was written; fails with {@link ApplyException} when somebody else controls an object of that name
     */
    public <T extends HasMetadata> Uni<Boolean> apply(T desired) {
        return existing(desired).chain(existing -> {
            if (existing.isEmpty()) {
                return api.apply(desired).replaceWith(true);
            }
            if (!sameController(existing.get(), desired)) {
                return Uni.createFrom()
                        .failure(new ApplyException(name(existing.get())
                                + " exists and is not controlled by this TrainJob; delete or rename one of them"));
            }
            return Coverage.covers(tree(existing.get()), tree(desired))
                    ? Uni.createFrom().item(false)
                    : api.apply(desired).replaceWith(true);
        });
    }

    @SuppressWarnings("unchecked")
    private <T extends HasMetadata> Uni<Optional<T>> existing(T desired) {
        @Nullable String namespace = desired.getMetadata().getNamespace();
        return reader.find(
                (Class<T>) desired.getClass(),
                namespace == null ? "" : namespace,
                desired.getMetadata().getName());
    }

    private static boolean sameController(HasMetadata existing, HasMetadata desired) {
        return controller(existing.getMetadata().getOwnerReferences())
                .equals(controller(desired.getMetadata().getOwnerReferences()));
    }

    private static Optional<String> controller(List<OwnerReference> owners) {
        return owners.stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(OwnerReference::getUid)
                .findFirst();
    }

    private static Map<String, Object> tree(HasMetadata object) {
        return MAPPER.convertValue(object, TREE);
    }

    private static String name(HasMetadata object) {
        return object.getKind() + " " + object.getMetadata().getNamespace() + "/"
                + object.getMetadata().getName();
    }
}

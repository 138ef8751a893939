package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which states of objects are the result of our own last write, so that the event that tells of it needs no reconcile. Lives on the event loop.
 */
public final class AppliedVersions {
    /** A job whose write is forgotten has one needless reconcile. */
    private static final int REMEMBERED = 20_000;

    private record Name(Class<?> type, @Nullable String namespace, String name) {
        static Name of(HasMetadata object) {
            return new Name(
                    object.getClass(),
                    object.getMetadata().getNamespace(),
                    object.getMetadata().getName());
        }
    }

    private final Map<Name, String> versions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, String> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** Remembers the answer to a write; nothing but its version is kept. */
    void wrote(HasMetadata answer) {
        @Nullable String version = answer.getMetadata().getResourceVersion();
        if (version != null) {
            versions.put(Name.of(answer), version);
        }
    }

    /** True when this is the state that our last write of the object led to. */
    public boolean isOwn(HasMetadata object) {
        @Nullable String version = object.getMetadata().getResourceVersion();
        return version != null && version.equals(versions.get(Name.of(object)));
    }
}

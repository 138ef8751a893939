package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** What gangs need to know of a cluster. Reads never block; the answers may be a moment behind. */
public interface GangFacts {
    /** Nothing is known: no defaults, and every kind is taken to be installed. For work without a cluster. */
    GangFacts NONE = new GangFacts() {
        @Override
        public PodDefaults podDefaults(String namespace) {
            return PodDefaults.NONE;
        }

        @Override
        public boolean isMissing(Class<? extends HasMetadata> kind) {
            return false;
        }
    };

    /** What pods of a namespace get at this moment. */
    PodDefaults podDefaults(String namespace);

    /** True when the API server is known not to serve the kind. */
    boolean isMissing(Class<? extends HasMetadata> kind);
}

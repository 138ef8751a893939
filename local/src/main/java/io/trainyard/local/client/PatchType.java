package io.trainyard.local.client;

import org.jspecify.annotations.Nullable;

/** How a patch is written. */
public enum PatchType {
    /** RFC 6902: a list of operations. */
    JSON("application/json-patch+json"),
    /** RFC 7386: null deletes, lists are replaced. */
    MERGE("application/merge-patch+json"),
    /** Lists of built-in kinds are merged by key; custom kinds do not know it. */
    STRATEGIC("application/strategic-merge-patch+json"),
    /** Server-side apply: the fields that the caller wants to own. */
    APPLY("application/apply-patch+yaml");

    private final String mediaType;

    PatchType(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    /** What the media type of a body means; null when it means no patch. */
    public static @Nullable PatchType of(String mediaType) {
        for (PatchType type : values()) {
            if (type.mediaType.equals(mediaType)) {
                return type;
            }
        }
        return mediaType.equals("application/apply-patch+json") ? APPLY : null;
    }
}

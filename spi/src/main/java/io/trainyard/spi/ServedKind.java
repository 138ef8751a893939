package io.trainyard.spi;

/**
 * What the API server says about a kind that some add-on brings: whether it is there, and what its objects may hold. A view that the host
 * keeps up to date; reading it costs nothing and may be done on any thread. A kind that was just installed is
 * noticed within half a minute, one that was changed or removed within ten.
 */
public interface ServedKind {
    /** True when the API server serves the kind, as far as is known. */
    boolean isServed();

    /**
     * True when objects of the kind may have this field: what a definition does not know is dropped by the API server without a word. False
     * when the kind is not served.
     *
     * @param path members joined by dots, such as {@code spec.networkTopology.highestTierName}; a list is entered without a mark of its own
     */
    boolean hasField(String path);

    /** The kind with every field: the answer where there is no API server to ask. */
    static ServedKind assumed() {
        return AssumedKind.INSTANCE;
    }
}

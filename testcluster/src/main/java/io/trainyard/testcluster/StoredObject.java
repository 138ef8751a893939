package io.trainyard.testcluster;

import java.util.Optional;

/**
 * What a key of etcd says of an object.
 *
 * @param kind as the key names it: {@code pods}, {@code services/specs}, {@code example.com/widgets}
 * @param namespace empty for objects without one
 */
record StoredObject(String kind, String namespace, String name) {
    private static final String ROOT = "/registry/";

    /** Empty for keys that are no object's. */
    static Optional<StoredObject> of(String key) {
        if (!key.startsWith(ROOT)) {
            return Optional.empty();
        }
        String[] parts = key.substring(ROOT.length()).split("/");
        // A group has a dot, a built-in kind has none.
        int words = parts[0].contains(".") || parts[0].equals("services") ? 2 : 1;
        String kind = words == 2 && parts.length > 1 ? parts[0] + "/" + parts[1] : parts[0];
        return switch (parts.length - words) {
            case 1 -> Optional.of(new StoredObject(kind, "", parts[words]));
            case 2 -> Optional.of(new StoredObject(kind, parts[words], parts[words + 1]));
            default -> Optional.empty();
        };
    }

    boolean isNamespace() {
        return kind.equals("namespaces");
    }
}

package io.trainyard.foundation.yaml;

import io.trainyard.foundation.field.FieldPath;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One document of a file: a plain, unmodifiable tree, and where each of its values stood. */
public final class Document {
    private final String source;
    private final @Nullable Object tree;
    private final Positions positions;

    Document(String source, @Nullable Object tree, Positions positions) {
        this.source = source;
        this.tree = tree;
        this.positions = positions;
    }

    /** The file as the user named it. */
    public String source() {
        return source;
    }

    /**
     * The content: a {@code Map} with strings as keys, a {@code List}, a {@code String}, a {@code Boolean}, an {@code Integer}, {@code Long},
     * {@code BigInteger} or {@code Double} (the first that fits), or null.
     */
    public @Nullable Object tree() {
        return tree;
    }

    /** The content when it is a mapping, as every Kubernetes object is. */
    @SuppressWarnings("unchecked")
    public Optional<Map<String, Object>> mapping() {
        return tree instanceof Map ? Optional.of((Map<String, Object>) tree) : Optional.empty();
    }

    /**
     * Where a field stands. For a field that does not exist, where its nearest existing ancestor stands, which is where a user would add it.
     *
     * @param path a path as {@link FieldPath} writes it; empty for the whole document
     */
    public Location locate(String path) {
        Positions found = positions.nearest(path);
        return new Location(source, found.line(), found.column());
    }

    /** A problem of a field of this document. */
    public Problem problem(FieldPath path, String message) {
        return new Problem(locate(path.text()), path.text(), message);
    }

    /** How a scalar was written, without quotes: {@code 1.20} where the tree holds 1.2. Empty when there is no scalar at that path. */
    public Optional<String> written(String path) {
        Positions found = positions.exact(path);
        return found == null ? Optional.empty() : Optional.ofNullable(found.text());
    }

    /** See {@link Documents#withoutLines}. */
    Document withoutLines() {
        return new Document(source, tree, Positions.scalar(0, 0, ""));
    }

    /** An item of a list of this document as a document of its own, with the same positions. */
    public Document part(@Nullable Object part, String path) {
        return new Document(source, part, positions.nearest(path));
    }
}

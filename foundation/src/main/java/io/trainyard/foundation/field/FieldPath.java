package io.trainyard.foundation.field;

/**
 * The way from the root of a document to one value, written as in the messages of Kubernetes: dots for fields, {@code [i]} for
 * list items, {@code [key]} for entries of a map.
 *
 * @param text the written form; empty for the root
 */
public record FieldPath(String text) {
    /** The document itself. */
    public static final FieldPath ROOT = new FieldPath("");

    /** A field of the object at this path. */
    public FieldPath field(String name) {
        return new FieldPath(text.isEmpty() ? name : text + "." + name);
    }

    /** An entry of the map at this path. */
    public FieldPath key(String key) {
        return new FieldPath(text + "[" + key + "]");
    }

    /** An item of the list at this path, counted from 0. */
    public FieldPath item(int index) {
        return new FieldPath(text + "[" + index + "]");
    }

    @Override
    public String toString() {
        return text;
    }
}

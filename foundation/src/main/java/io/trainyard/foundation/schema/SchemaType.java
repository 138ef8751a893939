package io.trainyard.foundation.schema;

/** What a value must be. */
public enum SchemaType {
    OBJECT("object"),
    ARRAY("array"),
    STRING("string"),
    INTEGER("integer"),
    NUMBER("number"),
    BOOLEAN("boolean"),
    /** Anything: the schema names no type. */
    ANY("any");

    private final String text;

    SchemaType(String text) {
        this.text = text;
    }

    /** The word that schemas and messages use. */
    public String text() {
        return text;
    }

    /** The type that a schema names with this word; null when there is none. */
    static SchemaType of(String text) {
        for (SchemaType type : values()) {
            if (type.text.equals(text) && type != ANY) {
                return type;
            }
        }
        throw new IllegalArgumentException("unknown type \"" + text + "\"");
    }
}

package io.trainyard.local.api.protobuf;

/**
 * What is known of a field.
 *
 * @param name in JSON; empty when its message has fields of the message around it
 * @param type of each value
 * @param message name of the message that a value is; empty unless it is one
 * @param leftOutWhenZero whether JSON leaves it out when it is empty, zero or false
 */
record MessageField(String name, Shape shape, ValueType type, String message, boolean leftOutWhenZero) {
    /** How many values there are. */
    enum Shape {
        ONE,
        LIST,
        MAP
    }

    /** What a value is, named as in the table. */
    enum ValueType {
        MESSAGE,
        STRING,
        BOOL,
        INT32,
        INT64,
        DOUBLE,
        BYTES,
        TIME,
        MICROTIME,
        QUANTITY,
        INTORSTRING,
        JSON;

        /** Whether several values may be written as one, without anything between them. */
        boolean isPackable() {
            return this == BOOL || this == INT32 || this == INT64 || this == DOUBLE;
        }
    }

    boolean isInline() {
        return name.isEmpty();
    }
}

package io.trainyard.foundation.yaml;

/**
 * How much one source may hold. Far more than anybody writes, and little enough that a stranger's file neither fills the memory nor makes anybody
 * who walks through its tree run out of stack.
 */
final class YamlLimits {
    /** Mappings and lists in each other, aliases resolved. */
    static final int MAX_DEPTH = 100;

    /** Scalars, lists and mappings of a source, aliases resolved. */
    static final int MAX_VALUES = 2_000_000;

    /** Of these, the ones that are there because an alias repeats them. */
    static final int MAX_REPEATED_VALUES = 100_000;

    /** Of a source as it is written, and of all its texts with aliases resolved. */
    static final int MAX_CHARACTERS = 16 << 20;

    static final String TOO_DEEP = "nested deeper than " + MAX_DEPTH + " levels";
    static final String TOO_MANY_VALUES = "more than " + MAX_VALUES + " values, those behind aliases included";
    static final String TOO_LONG =
            "is longer than " + (MAX_CHARACTERS >> 20) + " MiB, the most that is read; split it into several files";
    static final String TOO_MUCH_REPEATED = "aliases repeat more than " + MAX_REPEATED_VALUES + " values or "
            + (MAX_CHARACTERS >> 20) + " MiB of text; write down once what is used often, in an object of its own";

    private YamlLimits() {}
}

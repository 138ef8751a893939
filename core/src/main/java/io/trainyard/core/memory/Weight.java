package io.trainyard.core.memory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collection;
import java.util.Map;

/** About how many bytes of memory values take: rather too many than too few. Pure. */
public final class Weight {
    /** A small object, such as a record of a few references, or an entry of a map. */
    public static final int OBJECT = 48;

    /** What a cache needs for each value. */
    static final int ENTRY = 128;

    /** Memory for each byte of its JSON that an object of the API server takes. */
    private static final int OF_JSON = 3;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Weight() {}

    /** A text, or a tree of collections, maps and texts; anything else counts as a small object. */
    public static int of(Object tree) {
        if (tree instanceof String text) {
            boolean compact = text.chars().allMatch(c -> c < 0x100);
            return OBJECT + (compact ? 1 : 2) * text.length();
        }
        if (tree instanceof Map<?, ?> map) {
            return of(map.keySet()) + of(map.values());
        }
        return tree instanceof Collection<?> all
                ? all.stream().mapToInt(Weight::of).reduce(OBJECT, Integer::sum)
                : OBJECT;
    }

    /** An object of the API server, or a collection of them. */
    public static int ofObjects(Object objects) {
        try {
            return OF_JSON * MAPPER.writeValueAsBytes(objects).length;
        } catch (JsonProcessingException unreadable) {
            throw new IllegalStateException("an answer of the API server cannot be written", unreadable);
        }
    }
}

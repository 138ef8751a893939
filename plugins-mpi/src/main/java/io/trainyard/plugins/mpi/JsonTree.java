package io.trainyard.plugins.mpi;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A place in a JSON tree that may not be there; what is missing or of another type reads as empty.
 *
 * @param node what is found there; null when there is nothing
 */
record JsonTree(@Nullable Object node) {

    /** The place below, member by member. */
    JsonTree at(String... members) {
        Object place = node;
        for (String member : members) {
            place = place instanceof Map<?, ?> map ? map.get(member) : null;
        }
        return new JsonTree(place);
    }

    /** The items of the list at this place. */
    List<JsonTree> items() {
        return node instanceof List<?> list ? list.stream().map(JsonTree::new).toList() : List.of();
    }

    /** The text of a member; empty when there is none. */
    String text(String member) {
        return at(member).node() instanceof String text ? text : "";
    }

    /** True when there is something at this place. */
    boolean exists() {
        return node != null;
    }

    /** True when the member is an explicit true. */
    boolean isTrue(String member) {
        return Boolean.TRUE.equals(at(member).node());
    }

    /** The whole number of a member; empty when there is none. */
    OptionalLong number(String member) {
        return at(member).node() instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }
}

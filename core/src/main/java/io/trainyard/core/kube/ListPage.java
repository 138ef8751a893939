package io.trainyard.core.kube;

import java.util.List;

/**
 * A few of the objects of a list.
 *
 * @param items the objects, in the order of the API server
 * @param bytes how long they were as text
 * @param <T> their kind
 */
public record ListPage<T>(List<T> items, long bytes) {
    public ListPage {
        items = List.copyOf(items);
    }
}

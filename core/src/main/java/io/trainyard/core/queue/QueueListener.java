package io.trainyard.core.queue;

/**
 * Watches a queue, for metrics. Called on the thread that uses the queue, after the change; must not call the queue.
 *
 * @param <K> the key
 */
public interface QueueListener<K> {
    /** A key that was not waiting begins to wait; a repeated add of a waiting key is not reported. */
    default void added(K key, Priority priority) {}

    /** A failed key waits for its next attempt; {@code failures} of them in a row so far. */
    default void retried(K key, int failures) {}

    /** A reconcile of the key begins, {@code waitedNanos} after the key was ready. */
    default void started(K key, long waitedNanos) {}

    /** The reconcile ended after {@code workedNanos}. */
    default void finished(K key, long workedNanos) {}

    /** A key may be taken, since this time of the queue's clock; told again when its priority rises. */
    default void ready(K key, long since) {}

    /** No key waits any more. */
    default void cleared() {}

    /** A listener that does nothing. */
    static <K> QueueListener<K> none() {
        return new QueueListener<>() {};
    }
}

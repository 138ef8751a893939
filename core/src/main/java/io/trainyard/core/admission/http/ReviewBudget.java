package io.trainyard.core.admission.http;

import java.util.HashMap;
import java.util.Map;

/**
 * How much memory all reviews together may take, from the first byte of a body until its answer. One sender gets a part only, so that a stranger
 * who reaches the port cannot use up what the API server needs. Not thread-safe: lives on the context of its listener.
 */
final class ReviewBudget {
    /** What a byte of JSON may become as a tree: in the worst case, objects with one short field each. */
    private static final int TREE_BYTES_PER_BODY_BYTE = 26;

    /** What the largest tree takes: {@link ReviewDecoder} stops reading where it would become larger. */
    private static final long MAX_TREE_BYTES = 25L * 1024 * 1024;

    private final long total;
    private final long perSender;
    private final Map<String, Long> senders = new HashMap<>();
    private long used;

    /**
     * @param total bytes of heap for all reviews together
     * @param perSender bytes of heap for the reviews of one sender
     */
    ReviewBudget(long total, long perSender) {
        this.total = total;
        this.perSender = perSender;
    }

    /** Opens an account for one review of a sender; empty at first. */
    Reservation open(String sender) {
        return new Reservation(sender);
    }

    /** What a review with a body of so many bytes may take of the heap. */
    static long cost(long bodyBytes) {
        return Math.min(TREE_BYTES_PER_BODY_BYTE * bodyBytes, MAX_TREE_BYTES + 2 * bodyBytes);
    }

    /** What is in use, in bytes. */
    long used() {
        return used;
    }

    /** The memory of one review. */
    final class Reservation {
        private final String sender;
        private long bodyBytes;
        private long cost;
        private boolean released;

        private Reservation(String sender) {
            this.sender = sender;
        }

        /**
         * Asks for room for more of the body.
         *
         * @return whether there is room; if not, nothing has changed
         */
        boolean grow(int bytes) {
            long next = cost(bodyBytes + bytes);
            long more = next - cost;
            if (released || used + more > total || senders.getOrDefault(sender, 0L) + more > perSender) {
                return false;
            }
            bodyBytes += bytes;
            add(more);
            cost = next;
            return true;
        }

        /** Gives everything back. Harmless when repeated. */
        void release() {
            if (!released) {
                released = true;
                add(-cost);
            }
        }

        private void add(long bytes) {
            used += bytes;
            senders.merge(sender, bytes, (before, change) -> before + change == 0 ? null : before + change);
        }
    }
}

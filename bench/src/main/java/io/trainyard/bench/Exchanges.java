package io.trainyard.bench;

import java.util.OptionalLong;

/**
 * Tells from when bytes pass how long the exchanges on one encrypted HTTP/1.1 connection take, one after the other: from the first byte of a
 * request to the last one of its answer. What a new connection begins with, the handshake, counts with its first exchange. For one thread.
 */
final class Exchanges {
    /** The client's greeting and what it sends once it has been answered are one exchange. */
    private static final int FIRST_EXCHANGE = 2;

    private long begin;
    private long lastAnswer;
    private boolean answered = true;
    private int rounds;

    /**
     * The client has sent something.
     *
     * @param nanos now, on any clock that only goes forward
     * @return how many nanoseconds the exchange took that has ended before; empty when none has
     */
    OptionalLong request(long nanos) {
        if (!answered) {
            return OptionalLong.empty();
        }
        OptionalLong ended = end();
        answered = false;
        rounds++;
        if (rounds != FIRST_EXCHANGE) {
            begin = nanos;
        }
        return ended;
    }

    /** The server has sent something. */
    void answer(long nanos) {
        answered = true;
        lastAnswer = nanos;
    }

    /** How many nanoseconds the last exchange took; empty during the handshake and while one is under way. */
    OptionalLong end() {
        return answered && rounds >= FIRST_EXCHANGE ? OptionalLong.of(lastAnswer - begin) : OptionalLong.empty();
    }
}

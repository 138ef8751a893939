package io.trainyard.launcher.strangers;

/** What a {@link Stranger} does with each of his connections. */
enum Attack {
    /** Sends half of a header of 15 KB, without TLS, and nothing more. */
    HALF_REQUEST,
    /** The same over TLS. */
    HALF_REQUEST_OVER_TLS,
    /** Sends what a client says first in a TLS handshake, and nothing more. */
    HALF_HANDSHAKE,
    /** Sends a whole request that is refused, in every pause, over TLS; opens another connection for each that is closed. */
    KEPT_ALIVE,
    /** Asks the dashboard, with a good token, for a job in another namespace each time, over TLS. */
    UNKNOWN_NAMES,
    /** Sends reports of many ranks, with the tokens of many pods, over TLS. */
    REPORTS
}

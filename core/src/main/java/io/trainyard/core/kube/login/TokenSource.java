package io.trainyard.core.kube.login;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Gets tokens. Blocks: worker threads only. */
interface TokenSource {
    /** The token that is valid now. */
    Token read() throws IOException;

    /** How long to wait before the token is read again, seen at {@code now} with {@code token} in hand; a very long time for never. */
    Duration refreshDelay(Token token, Instant now);

    /** Where tokens come from, for messages. */
    String description();
}

package io.trainyard.core.kube.login;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Gets credentials. Blocks: worker threads only. */
interface CredentialSource {
    /** How long files are trusted, which something may renew at any time. */
    Duration FILE_INTERVAL = Duration.ofSeconds(60);

    /** What is valid now. */
    Credential read() throws IOException;

    /** How long to wait before they are read again, seen at {@code now} with {@code credential} in hand; a very long time for never. */
    Duration refreshDelay(Credential credential, Instant now);

    /** Where credentials come from, for messages. */
    String description();
}

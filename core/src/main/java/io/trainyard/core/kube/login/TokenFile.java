package io.trainyard.core.kube.login;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A file whose token is replaced from time to time, such as that of a service account. */
final class TokenFile implements CredentialSource {
    private final Path file;

    TokenFile(Path file) {
        this.file = file;
    }

    @Override
    public Credential read() throws IOException {
        String token = Files.readString(file).strip();
        if (token.isEmpty()) {
            throw new IOException("the token file " + file + " is empty");
        }
        return Credential.ofToken(token, Optional.empty());
    }

    @Override
    public Duration refreshDelay(Credential credential, Instant now) {
        return FILE_INTERVAL;
    }

    @Override
    public String description() {
        return "token file " + file;
    }
}

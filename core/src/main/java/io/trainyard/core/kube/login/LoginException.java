package io.trainyard.core.kube.login;

import org.jspecify.annotations.Nullable;

/** No way to reach an API server, or no way to prove who we are. The message says which file or variable to look at. */
public final class LoginException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LoginException(String message) {
        this(message, null);
    }

    public LoginException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

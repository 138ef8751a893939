package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.Config;
import io.trainyard.foundation.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.Executor;

/** An API server and how to prove who we are. */
public final class Login {
    private final Config config;
    private final String source;
    private final CredentialsMaker credentials;

    /** Makes credentials that may refresh themselves. */
    @FunctionalInterface
    interface CredentialsMaker {
        Credentials make(TimeSource time, Executor owner, BlockingExecutor worker);
    }

    Login(Config config, String source, CredentialsMaker credentials) {
        this.config = config;
        this.source = source;
        this.credentials = credentials;
    }

    /** A login whose header stays as it is. */
    static CredentialsMaker constant(Credentials credentials) {
        return (time, owner, worker) -> credentials;
    }

    /** A login with a token that must be looked up again. */
    static CredentialsMaker changing(TokenSource tokens, Token first) {
        return (time, owner, worker) -> new RefreshingToken(tokens, first, time, owner, worker);
    }

    /** Address, certificates and proxies; nothing for the Authorization header. */
    public Config config() {
        return config;
    }

    /** Where this was found, for messages. */
    public String source() {
        return source;
    }

    /** The namespace that the configuration names. */
    public Optional<String> namespace() {
        return Optional.ofNullable(config.getNamespace()).filter(name -> !name.isEmpty());
    }

    /**
     * What belongs into the Authorization header; looked up again in the background until closed.
     *
     * @param time runs its tasks on the owning context
     * @param owner hops to the owning context
     * @param worker runs what blocks
     */
    public Credentials credentials(TimeSource time, Executor owner, BlockingExecutor worker) {
        return credentials.make(time, owner, worker);
    }
}

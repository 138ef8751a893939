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
    private final Optional<ClientKeys> clientKeys;

    /** Makes credentials that may refresh themselves. */
    @FunctionalInterface
    interface CredentialsMaker {
        Credentials make(TimeSource time, Executor owner, BlockingExecutor worker);
    }

    Login(Config config, String source, CredentialsMaker credentials) {
        this(config, source, credentials, Optional.empty());
    }

    Login(Config config, String source, CredentialsMaker credentials, Optional<ClientKeys> clientKeys) {
        this.config = config;
        this.source = source;
        this.credentials = credentials;
        this.clientKeys = clientKeys;
    }

    /** For an API server in this process, which asks nobody who he is. The address says that to those who read it, and leads nowhere. */
    public static Login withinProcess() {
        Config config = Config.empty();
        config.setMasterUrl("http://in-process.invalid/");
        return new Login(config, "this process", constant(Credentials.none()));
    }

    /** A login whose header stays as it is. */
    static CredentialsMaker constant(Credentials credentials) {
        return (time, owner, worker) -> credentials;
    }

    /** A login with credentials that must be looked up again. */
    static CredentialsMaker changing(CredentialSource source, Credential first) {
        return changing(source, first, Optional.empty());
    }

    /** As above; certificates among them go to {@code keys}. */
    static CredentialsMaker changing(CredentialSource source, Credential first, Optional<ClientKeys> keys) {
        return (time, owner, worker) -> new RefreshingCredentials(source, first, keys, time, owner, worker);
    }

    /** Address, authorities and proxies; nothing that says who we are. */
    public Config config() {
        return config;
    }

    /** The client certificate; empty when there is none. */
    public Optional<ClientKeys> clientKeys() {
        return clientKeys;
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

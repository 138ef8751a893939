package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.login.BlockingExecutor;
import io.trainyard.core.kube.login.Credentials;
import io.trainyard.core.kube.login.Login;
import io.trainyard.core.kube.login.LoginEnvironment;
import io.trainyard.core.kube.login.LoginException;
import io.trainyard.core.kube.login.LoginResolver;
import io.trainyard.core.kube.login.TokenInterceptor;
import io.trainyard.core.time.VertxTimeSource;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.net.ssl.TrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens clients: over a network, or of an API server in this process.
 *
 * @param owner the event loop on which all results arrive
 * @param loop runs a task there, at once when called there
 */
record ClientOpener(Context owner, Executor loop, ClientOptions options, RequestObserver observer) {
    private static final Logger LOG = LoggerFactory.getLogger(ClientOpener.class);

    /** What is different for the two of them: what fabric8 gets for connections. */
    @FunctionalInterface
    private interface ConnectionMaker {
        HttpClient.Factory make(Login login, ClientThreads threads, WriteGuards guards, ClientConnections connections);
    }

    /** The client of the API server that is found where the options and the environment say. */
    Uni<KubeClient> open(LoginEnvironment environment) {
        return open(threads -> {
            Login login = new LoginResolver(environment).find(options.kubeconfig(), options.context());
            LOG.info("Using {} of {}", login.config().getMasterUrl(), login.source());
            return build(login, threads, this::overNetwork);
        });
    }

    /** The client of an API server in this process. */
    Uni<KubeClient> open(InProcessApiServer server) {
        return open(threads -> build(
                Login.withinProcess(),
                threads,
                (login, running, guards, connections) ->
                        new InProcessConnections(server, KubeClient.runningOn(running.network()))));
    }

    /** Files are read and TLS is set up: on a worker thread. */
    private Uni<KubeClient> open(Function<ClientThreads, KubeClient> building) {
        return ClientThreads.on(owner, () -> ClientThreads.start(owner.owner()).compose(threads -> owner.owner()
                .executeBlocking(() -> building.apply(threads), false)
                .recover(failure -> threads.stop().transform(ignored -> Future.failedFuture(failure)))));
    }

    private HttpClient.Factory overNetwork(
            Login login, ClientThreads threads, WriteGuards guards, ClientConnections connections) {
        return new ApiConnectionFactory(
                ClientVertx.of(owner.owner(), threads.network(), guards, connections),
                options,
                isWithoutTls(login.config()),
                Objects.requireNonNullElse(login.config().getTlsServerName(), ""));
    }

    private static boolean isWithoutTls(Config config) {
        return config.getMasterUrl().startsWith("http:");
    }

    private KubeClient build(Login login, ClientThreads threads, ConnectionMaker connectionMaker) {
        var time = new VertxTimeSource(owner);
        Credentials credentials = login.credentials(
                time, task -> owner.runOnContext(ignored -> task.run()), new VertxWorker(owner.owner()));
        WriteGuards guards = new WriteGuards();
        TaskFailures taskFailures = new TaskFailures();
        ClientConnections connections = new ClientConnections();
        login.clientKeys().ifPresent(keys -> keys.onReplaced(connections::replace));
        KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(configure(login.config()))
                .withKubernetesSerialization(ObjectJson.create())
                .withHttpClientFactory(connectionMaker.make(login, threads, guards, connections))
                .withTaskExecutor(new WatchExecutor(threads.watch(), taskFailures))
                .withHttpClientBuilderConsumer(builder -> {
                    login.clientKeys().ifPresent(keys -> builder.sslContext(keys.managers(), authorities(login)));
                    builder.addOrReplaceInterceptor(TokenInterceptor.NAME, new TokenInterceptor(credentials))
                            .addOrReplaceInterceptor(MetadataInterceptor.NAME, new MetadataInterceptor())
                            .addOrReplaceInterceptor(CountingInterceptor.NAME, new CountingInterceptor(observer));
                })
                .build();
        return new KubeClient(new KubeClient.Parts(
                client,
                guards,
                credentials,
                login,
                options,
                owner,
                loop,
                threads,
                taskFailures,
                time,
                connections,
                observer));
    }

    private static TrustManager[] authorities(Login login) {
        try {
            return SSLUtils.trustManagers(login.config());
        } catch (GeneralSecurityException | IOException unreadable) {
            throw new LoginException(
                    login.source() + ": the certificate authority cannot be read: " + unreadable.getMessage(),
                    unreadable);
        }
    }

    private record VertxWorker(Vertx vertx) implements BlockingExecutor {
        @Override
        public <T> CompletionStage<T> run(Callable<T> task) {
            return vertx.executeBlocking(task, false).toCompletionStage();
        }
    }

    private Config configure(Config found) {
        RequestLimits limits = options.limits();
        return new ConfigBuilder(found)
                .withUserAgent(KubeClient.USER_AGENT)
                .withRequestTimeout((int) limits.requestTimeout().toMillis())
                .withConnectionTimeout((int) limits.requestTimeout().toMillis())
                .withRequestRetryBackoffLimit(2)
                .withRequestRetryBackoffInterval(200)
                // Doubled five times: after a long absence of the API server a watch is back within 8 s.
                .withWatchReconnectInterval(250)
                .withWatchReconnectLimit(-1)
                .withWatchList(false)
                // Without TLS no certificate is looked at; to read the authorities of the system would take a tenth of
                // a laptop's start.
                .withTrustCerts(found.isTrustCerts() || isWithoutTls(found))
                // fabric8's Vert.x client ignores the name and warns. TlsServerName applies it.
                .withTlsServerName(null)
                .build();
    }
}

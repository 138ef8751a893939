package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.RequestConfig;
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
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.TrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one API server, and what is made from it: requests and caches. Start Vert.x with the system property
 * {@code vertx.disableDnsResolver=true}, so that the cluster's search domains work.
 */
public final class KubeClient {
    private static final Logger LOG = LoggerFactory.getLogger(KubeClient.class);
    private static final int WATCH_THREADS = 4;
    static final String USER_AGENT = "trainyard";

    private final KubernetesClient fabric8;
    private final Credentials credentials;
    private final Login login;
    private final ClientOptions options;
    private final Context owner;
    private final Executor loop;
    private final Threads threads;
    private final TaskFailures taskFailures;
    private final TimeSource time;
    private final ClientConnections connections;
    private final RequestObserver observer;
    private final ServerClock clock = new ServerClock();
    private final ApiTransports transports;

    private KubeClient(
            KubernetesClient fabric8,
            WriteGuards guards,
            Credentials credentials,
            Login login,
            ClientOptions options,
            Context owner,
            Executor loop,
            Threads threads,
            TaskFailures taskFailures,
            TimeSource time,
            ClientConnections connections,
            RequestObserver observer) {
        this.fabric8 = fabric8;
        this.credentials = credentials;
        this.login = login;
        this.options = options;
        this.owner = owner;
        this.loop = loop;
        this.threads = threads;
        this.taskFailures = taskFailures;
        this.time = time;
        this.connections = connections;
        this.observer = observer;
        this.transports = new ApiTransports(fabric8, guards, threads.network().get(0), clock);
    }

    /** Where the work is done that the owner must not be bothered with. */
    private record Threads(DedicatedContexts network, DedicatedContexts watch) {
        static Future<Threads> start(Vertx vertx) {
            return DedicatedContexts.open(vertx, new DeploymentOptions())
                    .compose(network -> DedicatedContexts.open(vertx, WatchExecutor.options(WATCH_THREADS))
                            .map(watch -> new Threads(network, watch)));
        }

        Future<Void> stop() {
            return network.close().eventually(watch::close);
        }
    }

    /**
     * Finds the API server and builds the client; asks the API server nothing yet. Fails with
     * {@link io.trainyard.core.kube.login.LoginException} when there is no usable configuration.
     *
     * @param owner the event loop on which all results arrive
     */
    public static Uni<KubeClient> open(Context owner, ClientOptions options, RequestObserver observer) {
        return open(owner, options, observer, LoginEnvironment.ofThisProcess());
    }

    /**
     * As {@link #open(Context, ClientOptions, RequestObserver)}, for those who want to see what the answers to requests cost the event loop.
     *
     * @param loop runs a task on the owning event loop: at once when called there
     */
    public static Uni<KubeClient> open(Context owner, Executor loop, ClientOptions options, RequestObserver observer) {
        return open(owner, loop, options, observer, LoginEnvironment.ofThisProcess());
    }

    static Uni<KubeClient> open(
            Context owner, ClientOptions options, RequestObserver observer, LoginEnvironment environment) {
        return open(owner, runningOn(owner), options, observer, environment);
    }

    static Executor runningOn(Context context) {
        return task -> {
            if (Vertx.currentContext() == context) {
                task.run();
            } else {
                context.runOnContext(ignored -> task.run());
            }
        };
    }

    private static Uni<KubeClient> open(
            Context owner,
            Executor loop,
            ClientOptions options,
            RequestObserver observer,
            LoginEnvironment environment) {
        return onOwner(owner, () -> Threads.start(owner.owner()).compose(threads -> owner.owner()
                .executeBlocking(() -> build(owner, loop, options, observer, environment, threads), false)
                .recover(failure -> threads.stop().transform(ignored -> Future.failedFuture(failure)))));
    }

    /** Reads files and sets up TLS: on a worker thread. */
    private static KubeClient build(
            Context owner,
            Executor loop,
            ClientOptions options,
            RequestObserver observer,
            LoginEnvironment environment,
            Threads threads) {
        Login login = new LoginResolver(environment).find(options.kubeconfig(), options.context());
        LOG.info("Using {} of {}", login.config().getMasterUrl(), login.source());
        var time = new VertxTimeSource(owner);
        Credentials credentials = login.credentials(
                time, task -> owner.runOnContext(ignored -> task.run()), new VertxWorker(owner.owner()));
        WriteGuards guards = new WriteGuards();
        TaskFailures taskFailures = new TaskFailures();
        ClientConnections connections = new ClientConnections();
        login.clientKeys().ifPresent(keys -> keys.onReplaced(connections::replace));
        KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(configure(login.config(), options))
                .withKubernetesSerialization(ObjectJson.create())
                .withHttpClientFactory(new ApiConnectionFactory(
                        ClientVertx.of(owner.owner(), threads.network().get(0), guards, connections),
                        options,
                        isWithoutTls(login.config())))
                .withTaskExecutor(new WatchExecutor(threads.watch(), taskFailures))
                .withHttpClientBuilderConsumer(builder -> {
                    login.clientKeys().ifPresent(keys -> builder.sslContext(keys.managers(), authorities(login)));
                    builder.addOrReplaceInterceptor(TokenInterceptor.NAME, new TokenInterceptor(credentials))
                            .addOrReplaceInterceptor(MetadataInterceptor.NAME, new MetadataInterceptor())
                            .addOrReplaceInterceptor(CountingInterceptor.NAME, new CountingInterceptor(observer));
                })
                .build();
        return new KubeClient(
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
                observer);
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

    private static boolean isWithoutTls(Config config) {
        return config.getMasterUrl().startsWith("http:");
    }

    private static Config configure(Config found, ClientOptions options) {
        RequestLimits limits = options.limits();
        return new ConfigBuilder(found)
                .withUserAgent(USER_AGENT)
                .withRequestTimeout((int) limits.requestTimeout().toMillis())
                .withConnectionTimeout((int) limits.requestTimeout().toMillis())
                .withRequestRetryBackoffLimit(2)
                .withRequestRetryBackoffInterval(200)
                // Doubled five times: after a long absence of the API server a watch is back within 8 s.
                .withWatchReconnectInterval(250)
                .withWatchReconnectLimit(-1)
                .withWatchList(options.streamedLists())
                // Without TLS no certificate is looked at; to read the authorities of the system would take a tenth of
                // a laptop's start.
                .withTrustCerts(found.isTrustCerts() || isWithoutTls(found))
                .build();
    }

    /** Requests with the limits of the options. Each call has its own rate limiter, so that one user of the client cannot slow down another. */
    public KubeApi requests() {
        return requests(options.limits());
    }

    /** Requests with limits of their own. */
    public KubeApi requests(RequestLimits limits) {
        return requests(limits, WriteGuard.NONE, LimitObserver.NONE);
    }

    /** Requests with the limits of the options, of which writes fail while the guard does not permit them. */
    public KubeApi requests(WriteGuard guard) {
        return requests(guard, LimitObserver.NONE);
    }

    /** The same, for those who want to know what the limits do. */
    public KubeApi requests(WriteGuard guard, LimitObserver observer) {
        return requests(options.limits(), guard, observer);
    }

    private KubeApi requests(RequestLimits limits, WriteGuard guard, LimitObserver observer) {
        return new FabricKubeApi(
                transports.ours(limits, guard, loop, time, observer),
                fabric8.getKubernetesSerialization(),
                time,
                options);
    }

    /**
     * Requests with the limits of the options for another event loop: admitted, timed and answered there, so that they do not need the owner.
     *
     * @param other the event loop of whoever asks
     */
    public KubeApi requestsOf(Context other) {
        return requestsOf(other, options);
    }

    /**
     * The same with limits of their own, and in the name of another field manager.
     *
     * @param other the event loop of whoever asks
     */
    public KubeApi requestsOf(Context other, RequestLimits limits, String fieldManager) {
        return requestsOf(other, options.withLimits(limits).withFieldManager(fieldManager));
    }

    private KubeApi requestsOf(Context other, ClientOptions chosen) {
        TimeSource otherTime = new VertxTimeSource(other);
        return new FabricKubeApi(
                transports.ours(chosen.limits(), WriteGuard.NONE, runningOn(other), otherTime, LimitObserver.NONE),
                fabric8.getKubernetesSerialization(),
                otherTime,
                chosen);
    }

    /**
     * Requests that are made ready as all others and never sent: answered out of memory as by an API server that takes everything. For practice, so that
     * the first real ones find their code loaded.
     *
     * @param other the event loop of whoever asks, and the only one that may
     */
    public KubeApi requestsThatGoNowhere(Context other) {
        TimeSource otherTime = new VertxTimeSource(other);
        ApiTransport transport = transports.nowhere(options.limits(), other, otherTime);
        return new FabricKubeApi(transport, fabric8.getKubernetesSerialization(), otherTime, options);
    }

    /**
     * Updates that cost next to nothing; empty where requests need more than a login: where we act for somebody else, the API server is told so by headers that only
     * ordinary requests carry.
     */
    public Optional<DirectUpdates> directUpdates() {
        RequestConfig asked = fabric8.getConfiguration().getRequestConfig();
        boolean plain = asked.getImpersonateUsername() == null
                || asked.getImpersonateUsername().isEmpty();
        return connections
                .client()
                .filter(opened -> plain)
                .map(http -> new DirectUpdates(
                        http,
                        URI.create(server()),
                        options.fieldManager(),
                        credentials,
                        observer,
                        fabric8.getKubernetesSerialization(),
                        time,
                        options.limits().requestTimeout()));
    }

    /** Logs of containers. */
    public ContainerLogs logs() {
        return new ContainerLogs(
                fabric8.getHttpClient(),
                fabric8.getConfiguration().getMasterUrl(),
                fabric8.getKubernetesSerialization(),
                threads.network().get(0),
                time.clock());
    }

    /** Programs in containers. */
    public ContainerPrograms programs() {
        return new ContainerPrograms(
                fabric8.getHttpClient(),
                fabric8.getConfiguration().getMasterUrl(),
                fabric8.getKubernetesSerialization(),
                threads.network().get(0),
                time.clock());
    }

    /** Caches; each call makes a set of its own. */
    public Informers informers() {
        return informers(List.of());
    }

    /**
     * Caches of some namespaces only.
     *
     * @param namespaces empty for all
     */
    public Informers informers(List<String> namespaces) {
        return informers(time, namespaces);
    }

    Informers informers(TimeSource waiting) {
        return informers(waiting, List.of());
    }

    Informers informers(TimeSource waiting, List<String> namespaces) {
        RequestLimits unlimited = options.limits().withRate(0, 0);
        return new Informers(
                fabric8.getKubernetesSerialization(),
                new CacheEnvironment(
                        new InformerFactory(fabric8),
                        transports.ours(unlimited, WriteGuard.NONE, loop, time, LimitObserver.NONE),
                        new WatchExecutor(threads.watch(), taskFailures),
                        owner,
                        waiting,
                        RandomGenerator.getDefault()::nextDouble,
                        options.missingKindCheck()),
                taskFailures,
                namespaces);
    }

    /**
     * Requests of somebody else, with his token and not with our login, for another event loop. Where we log in by a client certificate the API server takes
     * that first: then they are ours, so ask what he may before.
     *
     * @param other the event loop of whoever asks
     */
    public KubeApi requestsWithToken(Context other, String token) {
        TimeSource otherTime = new VertxTimeSource(other);
        ApiTransport transport = transports.withToken(token, options.limits(), runningOn(other), otherTime);
        return new FabricKubeApi(transport, fabric8.getKubernetesSerialization(), otherTime, options);
    }

    /** Where the API server and the credentials came from, for messages. */
    public String source() {
        return login.source();
    }

    /** The API server's clock, as far as its answers to requests of this client tell. */
    public ServerClock serverClock() {
        return clock;
    }

    /** Address of the API server. */
    public String server() {
        return login.config().getMasterUrl();
    }

    /** The namespace that the configuration names: that of the pod, or of the kubeconfig's context. */
    public Optional<String> namespace() {
        return login.namespace();
    }

    /** Ends all connections; stop caches and elections first. */
    public Uni<Void> close() {
        return onOwner(owner, () -> {
            credentials.close();
            return owner.owner()
                    .<Void>executeBlocking(
                            () -> {
                                fabric8.close();
                                return null;
                            },
                            false)
                    .eventually(threads::stop);
        });
    }

    private static <T> Uni<T> onOwner(Context owner, Supplier<Future<T>> task) {
        return Uni.createFrom()
                .emitter(emitter -> owner.runOnContext(ignored -> task.get()
                        .onComplete(result -> owner.runOnContext(hop -> {
                            if (result.succeeded()) {
                                emitter.complete(result.result());
                            } else {
                                emitter.fail(result.cause());
                            }
                        }))));
    }
}

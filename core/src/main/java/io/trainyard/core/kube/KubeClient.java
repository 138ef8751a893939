package io.trainyard.core.kube;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.login.Credentials;
import io.trainyard.core.kube.login.Login;
import io.trainyard.core.kube.login.LoginEnvironment;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The connection to one API server, and what is made from it: requests and caches. Start Vert.x with the system property
 * {@code vertx.disableDnsResolver=true}, so that the cluster's search domains work.
 */
public final class KubeClient {
    static final String USER_AGENT = "trainyard";

    private final Parts parts;
    private final ServerClock clock = new ServerClock();
    private final ApiTransports transports;

    KubeClient(Parts parts) {
        this.parts = parts;
        this.transports = new ApiTransports(
                parts.fabric8(), parts.guards(), parts.threads().network(), clock);
    }

    /**
     * What a client is made of.
     *
     * @param owner where results arrive
     * @param loop runs a task there, at once when called there
     */
    record Parts(
            KubernetesClient fabric8,
            WriteGuards guards,
            Credentials credentials,
            Login login,
            ClientOptions options,
            Context owner,
            Executor loop,
            ClientThreads threads,
            TaskFailures taskFailures,
            TimeSource time,
            ClientConnections connections,
            RequestObserver observer) {}

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
        return new ClientOpener(owner, loop, options, observer).open(LoginEnvironment.ofThisProcess());
    }

    static Uni<KubeClient> open(
            Context owner, ClientOptions options, RequestObserver observer, LoginEnvironment environment) {
        return new ClientOpener(owner, runningOn(owner), options, observer).open(environment);
    }

    /**
     * The client of an API server in this process; no configuration is read, and nobody logs in. Logs of containers can be read, but not followed, and
     * programs in them cannot be started: that needs a connection.
     *
     * @param owner the event loop on which all results arrive
     */
    public static Uni<KubeClient> open(Context owner, ClientOptions options, InProcessApiServer server) {
        return new ClientOpener(owner, runningOn(owner), options, RequestObserver.NONE).open(server);
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

    /** Requests with the limits of the options. Each call has its own rate limiter, so that one user of the client cannot slow down another. */
    public KubeApi requests() {
        return requests(parts.options().limits());
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
        return requests(parts.options().limits(), guard, observer);
    }

    private KubeApi requests(RequestLimits limits, WriteGuard guard, LimitObserver observer) {
        return new FabricKubeApi(
                transports.ours(limits, guard, parts.loop(), parts.time(), observer),
                parts.fabric8().getKubernetesSerialization(),
                parts.time(),
                parts.options());
    }

    /**
     * Requests with the limits of the options for another event loop: admitted, timed and answered there, so that they do not need the owner.
     *
     * @param other the event loop of whoever asks
     */
    public KubeApi requestsOf(Context other) {
        return requestsOf(other, parts.options());
    }

    /**
     * The same with limits of their own, and in the name of another field manager.
     *
     * @param other the event loop of whoever asks
     */
    public KubeApi requestsOf(Context other, RequestLimits limits, String fieldManager) {
        return requestsOf(other, parts.options().withLimits(limits).withFieldManager(fieldManager));
    }

    private KubeApi requestsOf(Context other, ClientOptions chosen) {
        TimeSource otherTime = new VertxTimeSource(other);
        return new FabricKubeApi(
                transports.ours(chosen.limits(), WriteGuard.NONE, runningOn(other), otherTime, LimitObserver.NONE),
                parts.fabric8().getKubernetesSerialization(),
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
        ApiTransport transport = transports.nowhere(parts.options().limits(), other, otherTime);
        return new FabricKubeApi(transport, parts.fabric8().getKubernetesSerialization(), otherTime, parts.options());
    }

    /**
     * Updates that cost next to nothing; empty where requests need more than a login: where we act for somebody else, the API server is told so by headers that only
     * ordinary requests carry.
     */
    public Optional<DirectUpdates> directUpdates() {
        RequestConfig asked = parts.fabric8().getConfiguration().getRequestConfig();
        boolean plain = asked.getImpersonateUsername() == null
                || asked.getImpersonateUsername().isEmpty();
        return parts.connections()
                .client()
                .filter(opened -> plain)
                .map(http -> new DirectUpdates(
                        http,
                        URI.create(server()),
                        parts.options().fieldManager(),
                        parts.credentials(),
                        parts.observer(),
                        parts.fabric8().getKubernetesSerialization(),
                        parts.time(),
                        parts.options().limits().requestTimeout()));
    }

    /** Logs of containers. */
    public ContainerLogs logs() {
        return new ContainerLogs(
                parts.fabric8().getHttpClient(),
                parts.fabric8().getConfiguration().getMasterUrl(),
                parts.fabric8().getKubernetesSerialization(),
                parts.threads().network(),
                parts.time().clock());
    }

    /** Programs in containers. */
    public ContainerPrograms programs() {
        return new ContainerPrograms(
                parts.fabric8().getHttpClient(),
                parts.fabric8().getConfiguration().getMasterUrl(),
                parts.fabric8().getKubernetesSerialization(),
                parts.threads().network(),
                parts.time().clock());
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
        return informers(parts.time(), namespaces);
    }

    Informers informers(TimeSource waiting) {
        return informers(waiting, List.of());
    }

    Informers informers(TimeSource waiting, List<String> namespaces) {
        RequestLimits unlimited = parts.options().limits().withRate(0, 0);
        return new Informers(
                parts.fabric8().getKubernetesSerialization(),
                new CacheEnvironment(
                        new InformerFactory(parts.fabric8()),
                        transports.ours(unlimited, WriteGuard.NONE, parts.loop(), parts.time(), LimitObserver.NONE),
                        new WatchExecutor(parts.threads().watch(), parts.taskFailures()),
                        parts.owner(),
                        waiting,
                        RandomGenerator.getDefault()::nextDouble,
                        parts.options().missingKindCheck()),
                parts.taskFailures(),
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
        ApiTransport transport = transports.withToken(token, parts.options().limits(), runningOn(other), otherTime);
        return new FabricKubeApi(transport, parts.fabric8().getKubernetesSerialization(), otherTime, parts.options());
    }

    /** The API server's clock, as far as its answers to requests of this client tell. */
    public ServerClock serverClock() {
        return clock;
    }

    /** Address of the API server. */
    public String server() {
        return parts.login().config().getMasterUrl();
    }

    /** The namespace that the configuration names: that of the pod, or of the kubeconfig's context. */
    public Optional<String> namespace() {
        return parts.login().namespace();
    }

    /** Ends all connections; stop caches and elections first. */
    public Uni<Void> close() {
        return ClientThreads.on(parts.owner(), () -> {
            parts.credentials().close();
            return parts.owner()
                    .owner()
                    .<Void>executeBlocking(
                            () -> {
                                parts.fabric8().close();
                                return null;
                            },
                            false)
                    .eventually(parts.threads()::stop);
        });
    }
}

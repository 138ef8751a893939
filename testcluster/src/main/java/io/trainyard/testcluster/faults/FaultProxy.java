package io.trainyard.testcluster.faults;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Stands between clients and an API server, speaks HTTP/1.1, HTTP/2 and the watches' WebSockets, records what is asked, and does what a test says: refuse,
 * lose or delay answers, hold and expire watches, show the past, cut a client off. Public methods are safe for use by several threads, and may block for a
 * moment; none may be called on an event loop.
 *
 * <p>A proxy of its own, because the faults are about requests as Kubernetes means them and about single events of a watch, which a general reverse proxy
 * passes on as bytes.
 */
public final class FaultProxy implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int MAX_CONNECTIONS = 20_000;

    private final ProxyTarget target;
    private final Vertx vertx =
            Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setWorkerPoolSize(64));
    private final Context context = vertx.getOrCreateContext();
    private final HttpClient upstream;
    private final List<Injection> injections = new CopyOnWriteArrayList<>();
    private final List<Trigger> triggers = new CopyOnWriteArrayList<>();
    private final List<WatchHold> holds = new CopyOnWriteArrayList<>();
    private final List<PastView> pasts = new CopyOnWriteArrayList<>();
    private final Set<WatchStream> watches = ConcurrentHashMap.newKeySet();
    private final List<ProxyClient> clients = new CopyOnWriteArrayList<>();
    private volatile Duration latency = Duration.ZERO;
    private long lastNumber;

    private FaultProxy(ProxyTarget target) {
        this.target = target;
        URI url = URI.create(target.url());
        this.upstream = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost(url.getHost())
                .setDefaultPort(url.getPort())
                .setSsl(true)
                .setTrustOptions(
                        new PemTrustOptions().addCertPath(target.certificate().toString()))
                .setMaxPoolSize(MAX_CONNECTIONS)
                .setConnectTimeout((int) LIMIT.toMillis()));
    }

    /** A proxy before an API server; clients are added to it. */
    public static FaultProxy start(ProxyTarget target) {
        return new FaultProxy(target);
    }

    /** Opens a way to the API server for one client. */
    public ProxyClient open(String client) {
        ProxyClient opened = new ProxyClient(this, client);
        HttpServerOptions options = new HttpServerOptions().setHost("127.0.0.1").setPort(0);
        if (target.tls()) {
            options.setSsl(true)
                    .setUseAlpn(true)
                    .setKeyCertOptions(new PemKeyCertOptions()
                            .addCertPath(target.certificate().toString())
                            .addKeyPath(target.key().toString()));
        }
        Promise<HttpServer> listening = Promise.promise();
        context.runOnContext(here -> {
            HttpServer server = vertx.createHttpServer(options);
            opened.listen(server);
            server.listen().onComplete(listening);
        });
        opened.listens(await(listening.future()).actualPort());
        clients.add(opened);
        return opened;
    }

    /** A fault for every request that fits, until it is closed. Where several are for the same request, the first that was injected is met. */
    public Injection inject(Fault fault, Predicate<ApiCall> calls) {
        return inject(fault, calls, 1, Integer.MAX_VALUE);
    }

    /** A fault for the requests that fit, from the {@code first} to the {@code last} of them, counted from 1. */
    public Injection inject(Fault fault, Predicate<ApiCall> calls, int first, int last) {
        Injection injection = new Injection(fault, calls, first, last);
        injections.add(injection);
        return injection;
    }

    /** An action for the first moment that fits; it may block, and what comes after that moment waits for it. */
    public Trigger at(Failpoint point, Predicate<Moment> moments, Runnable action) {
        Trigger trigger = new Trigger(point, moments, action);
        triggers.add(trigger);
        return trigger;
    }

    /** Lets watches that fit stand still, open ones and new ones. */
    public WatchHold holdWatches(Predicate<ApiCall> calls) {
        WatchHold hold = new WatchHold(calls, watches, task -> () -> callOnLoop(task));
        holds.add(hold);
        return hold;
    }

    /**
     * Shows a past state to those who permit it, and holds the watches.
     *
     * @param calls of lists and watches
     * @param resourceVersion the version of that state; not more than a few minutes ago, because then the API server has forgotten it
     */
    public PastView showThePast(Predicate<ApiCall> calls, String resourceVersion) {
        PastView past = new PastView(resourceVersion, calls, holdWatches(calls));
        pasts.add(past);
        return past;
    }

    /** How much later everything arrives, requests and events. */
    public void setLatency(Duration time) {
        latency = time;
    }

    /** What all clients asked so far and is over, in the order of asking; of watches, that they were opened. */
    public List<CallRecord> calls(Predicate<CallRecord> which) {
        return clients.stream()
                .flatMap(client -> client.calls(which).stream())
                .sorted(Comparator.comparingLong(record -> record.call().number()))
                .toList();
    }

    /** Ends all connections and faults. */
    @Override
    public void close() {
        await(vertx.close());
    }

    String apiServerUrl() {
        return target.url();
    }

    Path folder() {
        return target.folder();
    }

    String scheme() {
        return target.tls() ? "https" : "http";
    }

    Duration latency() {
        return latency;
    }

    HttpClient upstream() {
        return upstream;
    }

    long nextNumber() {
        return ++lastNumber;
    }

    Optional<Fault> faultFor(ApiCall call) {
        return injections.stream()
                .filter(injection -> injection.isFor(call))
                .map(Injection::fault)
                .findFirst();
    }

    boolean holds(ApiCall watch) {
        return holds.stream().anyMatch(hold -> hold.isFor(watch));
    }

    /** What the API server is asked: as the client did, but for the state that is shown. */
    String uri(ApiCall call, HttpServerRequest request) {
        Optional<PastView> past =
                pasts.stream().filter(view -> view.isFor(call)).findFirst();
        return past.map(view -> request.uri()
                        .replace("resourceVersion=0", "resourceVersion=" + view.resourceVersion())
                        .replaceAll("&resourceVersionMatch=[^&]*", "")
                        .concat("&resourceVersionMatch=Exact"))
                .orElse(request.uri());
    }

    void opened(WatchStream stream) {
        watches.add(stream);
    }

    void closed(WatchStream stream) {
        watches.remove(stream);
    }

    /** Completes when the actions for this moment are done. */
    Future<Void> reach(Failpoint point, ApiCall call, Buffer event) {
        if (triggers.isEmpty()) {
            return Future.succeededFuture();
        }
        Moment moment = new Moment(point, call, event.toString());
        Future<Void> done = Future.succeededFuture();
        for (Trigger trigger : List.copyOf(triggers)) {
            if (trigger.isFor(moment)) {
                triggers.remove(trigger);
                done = done.compose(before -> act(trigger.action()));
            }
        }
        return done;
    }

    /** Runs an action of a test on a thread that may be blocked. */
    Future<Void> act(Runnable action) {
        return vertx.executeBlocking(
                () -> {
                    action.run();
                    return null;
                },
                false);
    }

    Future<Void> wait(Duration time) {
        if (time.isZero()) {
            return Future.succeededFuture();
        }
        Promise<Void> over = Promise.promise();
        vertx.setTimer(time.toMillis(), timer -> over.complete());
        return over.future();
    }

    void runOnLoop(Runnable task) {
        context.runOnContext(here -> task.run());
    }

    private void callOnLoop(Runnable task) {
        Promise<Void> done = Promise.promise();
        context.runOnContext(here -> {
            task.run();
            done.complete();
        });
        await(done.future());
    }

    private static <T> T await(Future<T> future) {
        CompletableFuture<T> result = future.toCompletionStage().toCompletableFuture();
        try {
            return result.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the proxy does not answer: " + e.getMessage(), e);
        }
    }
}

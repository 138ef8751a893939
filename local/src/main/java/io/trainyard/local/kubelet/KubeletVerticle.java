package io.trainyard.local.kubelet;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.Reflector;
import io.trainyard.local.client.cache.ReflectorStore;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.node.LogMonitor;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.node.NodeObject;
import io.trainyard.local.kubelet.node.NodeRegistration;
import io.trainyard.local.kubelet.node.NodeSetup;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.pod.PodWorker;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.kubelet.streaming.KubeletStreaming;
import io.trainyard.local.streaming.StreamingRuntime;
import io.trainyard.local.time.RealTime;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kubelet on its event loop: gives every pod of the node a worker. */
final class KubeletVerticle extends AbstractVerticle implements ReflectorStore {
    private static final int WORKERS = 16;
    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(3);

    private final ApiClient client;
    private final KubeletOptions options;
    private final Map<String, String> environment;
    private final Map<String, PodWorker> workers = new LinkedHashMap<>();
    private final PodLogs logs;
    private Context loop;
    private NodeContext node;
    private Reflector reflector;
    private NodeRegistration registration;
    private LogMonitor logMonitor;
    private boolean stopping;

    @SuppressWarnings("NullAway.Init") // the rest is set when the verticle starts
    KubeletVerticle(ApiClient client, KubeletOptions options, Map<String, String> environment) {
        this.client = client;
        this.options = options;
        this.environment = environment;
        this.logs = new PodLogs(options.folders().run().resolve("pods"));
    }

    PodLogs logs() {
        return logs;
    }

    StreamingRuntime streaming() {
        return new KubeletStreaming(vertx, options.folders().run(), logs, this::addressOf);
    }

    private Future<Optional<SocketAddress>> addressOf(String namespace, String pod, int port) {
        Context caller = vertx.getOrCreateContext();
        Promise<Optional<SocketAddress>> found = Promise.promise();
        loop.runOnContext(here -> {
            Optional<SocketAddress> address = workers.values().stream()
                    .filter(worker -> worker.spec().namespace().equals(namespace)
                            && worker.spec().name().equals(pod))
                    .findFirst()
                    .map(worker -> worker.addressOf(port));
            caller.runOnContext(back -> found.complete(address));
        });
        return found.future();
    }

    @Override
    public void start(Promise<Void> started) {
        loop = context;
        TimeSource time = new RealTime(vertx);
        WorkerExecutor executor = vertx.createSharedWorkerExecutor("trainyard-kubelet-" + options.nodeName(), WORKERS);
        new NodeSetup(vertx, client, options, time, executor, environment)
                .run(logs)
                .compose(ready -> {
                    node = ready;
                    reflector = new Reflector(
                            client,
                            time,
                            Resource.PODS,
                            ListOptions.fields("spec.nodeName=" + options.nodeName()),
                            this);
                    logMonitor = new LogMonitor(node);
                    registration =
                            new NodeRegistration(client, time, new NodeObject(options.nodeName(), node.capacity()));
                    return registration.start().recover(cause -> release()
                            .transform(closed -> Future.failedFuture(cause)));
                })
                .onSuccess(nothing -> {
                    reflector.start();
                    logMonitor.start();
                })
                .onComplete(started);
    }

    @Override
    public void replace(List<Map<String, Object>> pods, String resourceVersion) {
        Set<String> present = new HashSet<>();
        for (Map<String, Object> pod : pods) {
            present.add(Tree.text(pod, "metadata", "uid"));
        }
        List<PodWorker> known = new ArrayList<>(workers.values());
        known.stream().filter(worker -> !present.contains(worker.spec().uid())).forEach(PodWorker::vanished);
        // All addresses are known before the first program starts.
        pods.stream().filter(pod -> !isOver(pod)).forEach(pod -> node.addresses()
                .admit(PodSpec.of(pod)));
        pods.forEach(this::put);
    }

    private static boolean isOver(Map<String, Object> pod) {
        String phase = Tree.text(pod, "status", "phase");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    @Override
    public void put(Map<String, Object> pod) {
        String uid = Tree.text(pod, "metadata", "uid");
        PodWorker worker = workers.get(uid);
        if (worker != null) {
            worker.update(pod);
        } else if (!stopping && (!isOver(pod) || Tree.at(pod, "metadata", "deletionTimestamp") != null)) {
            PodSpec spec = PodSpec.of(options.mpi().map(mpi -> mpi.adapted(pod)).orElse(pod));
            PodFolder folder = logs.folderFor(spec.namespace(), spec.name(), uid);
            PodWorker fresh = new PodWorker(node, spec, folder, () -> workers.remove(uid));
            workers.put(uid, fresh);
            fresh.begin();
            tellOfNames(spec);
        }
    }

    // Programs that read a hosts file of their own must find the pods that came after them.
    private void tellOfNames(PodSpec newcomer) {
        if (node.options().showsMounts() && !newcomer.subdomain().isEmpty()) {
            workers.values().stream()
                    .filter(worker -> worker.spec().namespace().equals(newcomer.namespace()))
                    .forEach(PodWorker::namesChanged);
        }
    }

    @Override
    public void delete(Map<String, Object> pod) {
        PodWorker worker = workers.get(Tree.text(pod, "metadata", "uid"));
        if (worker != null) {
            worker.vanished();
        }
    }

    /** Programs that are stopped from now on are interrupted first. May be called on any thread. */
    void interruptFirst() {
        loop.runOnContext(nothing -> workers.values().forEach(PodWorker::interruptFirst));
    }

    /** Stops all pods; completes when nothing runs, or when the time for that is over. May be called on any thread. */
    Future<Void> stopPods(Duration grace) {
        Promise<Void> done = Promise.promise();
        loop.runOnContext(nothing -> {
            stopping = true;
            List<Future<Void>> ends = new ArrayList<>();
            List.copyOf(workers.values()).forEach(worker -> ends.add(worker.stop(grace)));
            // An API server that does not answer must not keep us.
            node.time().after(grace.plus(REPORT_TIMEOUT), done::tryComplete);
            Future.join(ends).onComplete(all -> done.tryComplete());
        });
        return done.future();
    }

    @Override
    public void stop(Promise<Void> stopped) {
        reflector.stop();
        Future<Void> looked = logMonitor.stop();
        Promise<Void> left = Promise.promise();
        node.time().after(REPORT_TIMEOUT, left::tryComplete);
        registration.stop().onComplete(done -> left.tryComplete());
        left.future().compose(nothing -> looked).compose(nothing -> release()).onComplete(stopped);
    }

    private Future<Void> release() {
        node.ports().close();
        return node.executor()
                .close()
                .compose(nothing -> node.actions().close())
                .compose(nothing -> node.blocking(() -> {
                    node.block().close();
                    return null;
                }))
                .compose(nothing -> node.workers().close());
    }
}

package io.trainyard.local.kubelet;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.kubelet.environment.HostVariables;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.naming.AddressBlock;
import io.trainyard.local.kubelet.naming.AddressBook;
import io.trainyard.local.kubelet.naming.PortMap;
import io.trainyard.local.kubelet.probe.ActionRunner;
import io.trainyard.local.kubelet.process.ContainerExecutor;
import io.trainyard.local.kubelet.process.ProcessExecutor;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.trainyard.local.time.RealTime;
import io.trainyard.local.time.TimeSource;
import io.trainyard.local.tree.Tree;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pods of one node as processes of this machine. Has an event loop of its own; the methods may be called on any thread.
 */
public final class ProcessKubelet {
    private static final int WORKERS = 16;
    private static final Duration REPORTING = Duration.ofSeconds(3);

    private final Vertx vertx;
    private final Body body;
    private final String deployment;
    private @Nullable Future<Void> stopped;

    private ProcessKubelet(Vertx vertx, Body body, String deployment) {
        this.vertx = vertx;
        this.body = body;
        this.deployment = deployment;
    }

    /**
     * Starts a kubelet; the future completes when the node is registered and pods are followed.
     *
     * @param client of the API server, in this JVM or elsewhere
     */
    public static Future<ProcessKubelet> start(Vertx vertx, ApiClient client, KubeletOptions options) {
        Body body = new Body(client, options);
        return vertx.deployVerticle(body).map(deployment -> new ProcessKubelet(vertx, body, deployment));
    }

    /** Reads the logs of the pods that this kubelet runs, or has run. */
    public PodLogs logs() {
        return body.logs;
    }

    /**
     * Stops all containers and completes when none runs any more; after {@code grace}, they are killed. Pods that ran have
     * failed then. May be called more than once.
     */
    public synchronized Future<Void> stop(Duration grace) {
        if (stopped == null) {
            Promise<Void> promise = Promise.promise();
            body.loop.runOnContext(nothing -> body.stopPods(grace)
                    .compose(quiet -> vertx.undeploy(deployment))
                    .onComplete(promise));
            stopped = promise.future();
        }
        return stopped;
    }

    /** Lives on the event loop. */
    private static final class Body extends AbstractVerticle implements PodSource.Listener {
        private final ApiClient client;
        private final KubeletOptions options;
        private final Map<String, PodWorker> workers = new LinkedHashMap<>();
        private final PodLogs logs;
        private Context loop;
        private Node node;
        private PodSource source;
        private NodeAgent agent;
        private LogWatch logWatch;
        private boolean stopping;

        @SuppressWarnings("NullAway.Init") // the rest is set when the verticle starts
        Body(ApiClient client, KubeletOptions options) {
            this.client = client;
            this.options = options;
            this.logs = new PodLogs(options.folders().run().resolve("pods"));
        }

        @Override
        public void start(Promise<Void> started) {
            loop = context;
            TimeSource time = options.time().orElseGet(() -> new RealTime(vertx));
            WorkerExecutor executor =
                    vertx.createSharedWorkerExecutor("trainyard-kubelet-" + options.nodeName(), WORKERS);
            ProcessExecutor.create(vertx, executor, time)
                    .compose(processes -> survey(executor, time, processes))
                    .compose(nothing -> options.registers() ? agent.start() : Future.succeededFuture())
                    .onSuccess(nothing -> {
                        source.start();
                        logWatch.start();
                    })
                    .onComplete(started);
        }

        private Future<Void> survey(WorkerExecutor executor, TimeSource time, ContainerExecutor containers) {
            return executor.executeBlocking(
                            () -> {
                                List<String> gpus = options.programs().gpus().isPresent()
                                        ? options.programs().gpus().get()
                                        : Machine.gpus();
                                return new Survey(AddressBlock.claim(), gpus, Machine.capacity(gpus.size()));
                            },
                            false)
                    .map(survey -> {
                        node = node(executor, time, containers, survey);
                        source = new PodSource(client, time, options.nodeName(), this);
                        logWatch = new LogWatch(node);
                        agent = new NodeAgent(client, time, options.nodeName(), survey.capacity());
                        return null;
                    });
        }

        private record Survey(AddressBlock block, List<String> gpus, Map<String, String> capacity) {}

        private Node node(WorkerExecutor executor, TimeSource time, ContainerExecutor containers, Survey survey) {
            return new Node(
                    options,
                    client,
                    time,
                    executor,
                    containers,
                    survey.block(),
                    new AddressBook(survey.block()::address),
                    new PortMap(),
                    new GpuPool(survey.gpus(), options.programs().sharesGpus()),
                    new ActionRunner(vertx, time),
                    new EventRecorder(client, time, options.nodeName()),
                    logs,
                    HostVariables.select(System.getenv(), options.programs().inherited()),
                    survey.capacity());
        }

        @Override
        public void all(List<Map<String, Object>> pods) {
            Set<String> present = new HashSet<>();
            for (Map<String, Object> pod : pods) {
                present.add(Tree.text(pod, "metadata", "uid"));
            }
            List<PodWorker> known = new ArrayList<>(workers.values());
            known.stream()
                    .filter(worker -> !present.contains(worker.spec().uid()))
                    .forEach(PodWorker::vanished);
            // All addresses are known before the first program starts.
            pods.forEach(this::admit);
            pods.forEach(this::changed);
        }

        private void admit(Map<String, Object> pod) {
            if (!isOver(pod)) {
                node.addresses().admit(PodSpec.of(pod));
            }
        }

        private static boolean isOver(Map<String, Object> pod) {
            String phase = Tree.text(pod, "status", "phase");
            return phase.equals("Succeeded") || phase.equals("Failed");
        }

        @Override
        public void changed(Map<String, Object> pod) {
            String uid = Tree.text(pod, "metadata", "uid");
            PodWorker worker = workers.get(uid);
            if (worker != null) {
                worker.update(pod);
            } else if (!stopping && (!isOver(pod) || Tree.at(pod, "metadata", "deletionTimestamp") != null)) {
                PodSpec spec = PodSpec.of(pod);
                PodFolder folder = logs.folderFor(spec.namespace(), spec.name(), uid);
                PodWorker fresh = new PodWorker(node, spec, folder, () -> workers.remove(uid));
                workers.put(uid, fresh);
                fresh.begin();
            }
        }

        @Override
        public void deleted(Map<String, Object> pod) {
            PodWorker worker = workers.get(Tree.text(pod, "metadata", "uid"));
            if (worker != null) {
                worker.vanished();
            }
        }

        Future<Void> stopPods(Duration grace) {
            stopping = true;
            List<Future<Void>> ends = new ArrayList<>();
            List.copyOf(workers.values()).forEach(worker -> ends.add(worker.stop(grace)));
            Promise<Void> done = Promise.promise();
            // An API server that does not answer must not keep us.
            node.time().after(grace.plus(REPORTING), done::tryComplete);
            Future.join(ends).onComplete(all -> done.tryComplete());
            return done.future();
        }

        @Override
        public void stop(Promise<Void> stopped) {
            source.stop();
            agent.stop();
            logWatch.stop();
            node.executor()
                    .close()
                    .compose(nothing -> node.actions().close())
                    .compose(nothing -> node.blocking(() -> {
                        node.block().close();
                        return null;
                    }))
                    .compose(nothing -> node.workers().close())
                    .onComplete(stopped);
        }
    }
}

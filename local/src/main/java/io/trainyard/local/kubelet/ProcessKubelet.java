package io.trainyard.local.kubelet;

import io.trainyard.local.client.ApiClient;
import io.trainyard.local.kubelet.logs.PodLogs;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.streaming.StreamingRuntime;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pods of one node on this machine. Has an event loop of its own; the methods may be called on any thread. When the virtual machine
 * ends, so do all containers, whether or not anybody has stopped the kubelet.
 */
public final class ProcessKubelet {
    private final Vertx vertx;
    private final KubeletVerticle verticle;
    private final String deployment;
    private final ShutdownHook hook;
    private @Nullable Future<Void> stopped;

    private ProcessKubelet(Vertx vertx, KubeletVerticle verticle, String deployment) {
        this.vertx = vertx;
        this.verticle = verticle;
        this.deployment = deployment;
        this.hook = ShutdownHook.add(this::stop);
    }

    /**
     * Starts a kubelet; the future completes when the node is registered and pods are followed.
     *
     * @param client of the API server, in this JVM or elsewhere
     * @param environment stands for the environment variables of this process
     * @return fails with {@link io.trainyard.local.kubelet.process.StartException}, with a message for the user, when this machine cannot run
     *     containers as the options ask for
     */
    public static Future<ProcessKubelet> start(
            Vertx vertx, ApiClient client, KubeletOptions options, Map<String, String> environment) {
        KubeletVerticle verticle = new KubeletVerticle(client, options, environment);
        return vertx.deployVerticle(verticle).map(deployment -> new ProcessKubelet(vertx, verticle, deployment));
    }

    /** Reads the logs of the pods that this kubelet runs, or has run. */
    public PodLogs logs() {
        return verticle.logs();
    }

    /** Runs programs in the containers of this kubelet, and knows where its pods are reached. */
    public StreamingRuntime streaming() {
        return verticle.streaming();
    }

    /** Programs that are stopped from now on get SIGINT first, as at Ctrl-C in a terminal, and SIGTERM when most of their time is over. */
    public void interruptFirst() {
        verticle.interruptFirst();
    }

    /**
     * Stops all containers and completes when none runs any more; after {@code grace}, they are killed. Pods that ran have
     * failed then. May be called more than once.
     */
    public synchronized Future<Void> stop(Duration grace) {
        if (stopped == null) {
            hook.remove();
            stopped = verticle.stopPods(grace).compose(quiet -> vertx.undeploy(deployment));
        }
        return stopped;
    }
}

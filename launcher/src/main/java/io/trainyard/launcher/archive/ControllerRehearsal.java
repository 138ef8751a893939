package io.trainyard.launcher.archive;

import io.trainyard.core.config.OwnNamespace;
import io.trainyard.foundation.json.Json;
import io.trainyard.launcher.Wiring;
import io.trainyard.launcher.cli.TrainyardCommandLine;
import io.trainyard.launcher.cli.process.Environment;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.local.admission.LocalAdmission;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.controllers.ControllerOptions;
import io.trainyard.local.definitions.Definitions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A program: the command {@code controller} from its start to its end, in front of an API server in the same process. It makes certificates, opens its ports, is
 * elected, renews its Lease and makes the JobSet of a TrainJob; then it is told to stop. The classes that it has loaded are what a controller needs, so
 * Java is told to archive them when it ends.
 */
public final class ControllerRehearsal {
    private static final long LIMIT_SECONDS = 600;

    /** Creation, the first renewal, and one like all later ones. */
    private static final int LEASE_WRITES = 4;

    private static final Resource LEASES = new Resource("coordination.k8s.io", "v1", "leases");
    private static final Resource RUNTIMES =
            new Resource("trainer.kubeflow.org", "v1alpha1", "clustertrainingruntimes");
    private static final Resource TRAIN_JOBS = new Resource("trainer.kubeflow.org", "v1alpha1", "trainjobs");

    private static final String NAMESPACE =
            """
            {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "%s"}}
            """;

    private static final String RUNTIME =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "ClusterTrainingRuntime",
             "metadata": {"name": "rehearsal", "labels": {"trainer.kubeflow.org/framework": "torch"}},
             "spec": {"mlPolicy": {"numNodes": 1, "torch": {"numProcPerNode": "auto"}},
                      "template": {"spec": {"replicatedJobs": [
                        {"name": "node", "template": {
                          "metadata": {"labels": {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}},
                          "spec": {"template": {"spec": {"containers": [
                            {"name": "node", "image": "rehearsal", "command": ["torchrun", "train.py"]}]}}}}}]}}}}
            """;

    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob",
             "metadata": {"name": "rehearsal", "namespace": "default"},
             "spec": {"runtimeRef": {"apiGroup": "trainer.kubeflow.org", "kind": "ClusterTrainingRuntime", "name": "rehearsal"},
                      "trainer": {"numNodes": 2, "resourcesPerNode": {"requests": {"cpu": "1"}}}}}
            """;

    private static final String CONFIGURATION =
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            leaderElection: {leaderElect: true}
            health: {healthProbeBindAddress: "127.0.0.1:0"}
            metrics: {bindAddress: "127.0.0.1:0"}
            webhook: {host: "127.0.0.1", port: %d}
            statusServer: {port: %d}
            trainyard: {rehearsal: {timeLimit: 2s}}
            """;

    private final Path folder;
    private int leaseWrites;
    private boolean jobSetMade;
    private boolean toldToStop;

    private ControllerRehearsal(Path folder) {
        this.folder = folder;
    }

    /**
     * Argument: a folder for its files. Ends with 0 when all that was done, else with something else; after ten minutes without any of what a JVM does when it
     * ends, an archive among it.
     */
    public static void main(String[] arguments) throws Exception {
        System.exit(new ControllerRehearsal(Path.of(arguments[0])).run());
    }

    private int run() throws IOException, InterruptedException, ExecutionException, TimeoutException {
        // As the controller does, whose Vert.x is not the first one here.
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        vertx.setTimer(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS), late -> Runtime.getRuntime()
                .halt(ExitCodes.FAILED));
        LocalApiServer server = LocalApiServer.start(
                        vertx,
                        LocalAdmission.addTo(
                                LocalApiOptions.DEFAULT.withDefinitions(Definitions.load()), ControllerOptions.DEFAULT))
                .compose(started -> furnish(started.client("rehearsal")).map(started))
                .toCompletionStage()
                .toCompletableFuture()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        Path kubeconfig = folder.resolve("kubeconfig");
        server.writeKubeconfig(kubeconfig);
        Path configuration = Files.writeString(folder.resolve("configuration.yaml"), configuration());
        int code = new TrainyardCommandLine(Environment.ofProcess(), new Wiring())
                .run("controller", "--config=" + configuration, "--kubeconfig=" + kubeconfig);
        return toldToStop ? code : ExitCodes.FAILED;
    }

    private Future<?> furnish(ApiClient client) {
        String own = OwnNamespace.read(OwnNamespace.FILE);
        return client.create(Resource.NAMESPACES, Json.parseObject(NAMESPACE.formatted(own)), WriteOptions.DEFAULT)
                // Some are there from the start.
                .otherwiseEmpty()
                .compose(made -> client.create(RUNTIMES, Json.parseObject(RUNTIME), WriteOptions.DEFAULT))
                .compose(made -> client.create(TRAIN_JOBS, Json.parseObject(TRAIN_JOB), WriteOptions.DEFAULT))
                .compose(made -> client.watch(LEASES, own, ListOptions.ALL, event -> leaseWritten()))
                .compose(open -> client.watch(Resource.JOB_SETS, "default", ListOptions.ALL, event -> jobSetWritten()));
    }

    private void leaseWritten() {
        leaseWrites++;
        stopWhenAllIsDone();
    }

    private void jobSetWritten() {
        jobSetMade = true;
        stopWhenAllIsDone();
    }

    private void stopWhenAllIsDone() {
        if (jobSetMade && leaseWrites >= LEASE_WRITES && !toldToStop) {
            toldToStop = true;
            StopSignals.raise();
        }
    }

    private static String configuration() throws IOException {
        try (ServerSocket webhook = new ServerSocket(0);
                ServerSocket status = new ServerSocket(0)) {
            return CONFIGURATION.formatted(webhook.getLocalPort(), status.getLocalPort());
        }
    }
}

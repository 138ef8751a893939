package io.trainyard.launcher.node;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.launcher.cli.process.StopSignals;
import io.trainyard.launcher.cli.process.UserVariables;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.run.folder.FetchCache;
import io.trainyard.local.client.HttpApiClient;
import io.trainyard.local.client.Kubeconfig;
import io.trainyard.local.kubelet.ProcessKubelet;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.FolderOptions;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.options.LimitOptions;
import io.trainyard.local.kubelet.options.ProgramOptions;
import io.trainyard.testcluster.TestCluster;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A program that makes this machine a node of a test cluster: it runs the pods that are bound to the node as processes. It ends with SIGTERM and takes
 * the Node object along.
 */
@Command(name = "cluster-node")
public final class ClusterNode implements Callable<Integer> {
    private static final String ADDRESS = "127.0.0.1";
    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final long LIMIT_SECONDS = 60;
    /** Pods that do not tolerate it are not scheduled here. */
    private static final Map<String, String> PROCESSES = Map.of("trainyard.dev/processes", "true");

    @Option(names = "--kubeconfig", required = true)
    @SuppressWarnings("NullAway.Init")
    private Path kubeconfig;

    @Option(names = "--name", required = true)
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(names = "--state", required = true, description = "Where pods have their volumes and logs.")
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @Option(names = "--python", description = "Its folder comes first in the PATH of programs.")
    private @Nullable Path python;

    @Option(names = "--gpus", description = "How many GPUs the node offers.")
    private int gpus;

    @Option(names = "--label", description = "A label of the node; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--taint", description = "Key and value of a taint with NoSchedule, instead of the usual one.")
    private Map<String, String> taints = new LinkedHashMap<>();

    @Option(names = "--untainted", description = "Take any pod.")
    private boolean untainted;

    @Option(names = "--mount", description = "The folder of a volume or claim; may be repeated.")
    private Map<String, Path> mounts = new LinkedHashMap<>();

    /**
     * Starts the program.
     *
     * @param folder gets its log {@code kubelet.log} and its state
     * @param options such as {@code --gpus=4}
     */
    public static Process start(TestCluster cluster, Path folder, String name, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ClusterNode.class.getName(),
                "--kubeconfig=" + cluster.kubeconfig(),
                "--name=" + name,
                "--state=" + folder.resolve("state")));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("kubelet.log").toFile())
                .start();
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ClusterNode()).execute(arguments));
    }

    @Override
    @SuppressWarnings("try") // Signals are handled for as long as the block runs; nothing calls them.
    public Integer call() throws Exception {
        Vertx vertx = Vertx.vertx();
        CountDownLatch told = new CountDownLatch(1);
        try (KubernetesClient cluster = new KubernetesClientBuilder()
                        .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                        .build();
                StopSignals signals = new StopSignals(
                        told::countDown, () -> Runtime.getRuntime().halt(1))) {
            NodeServer server = await(NodeServer.listen(vertx, ADDRESS));
            register(cluster, server.port());
            HttpApiClient client = HttpApiClient.connect(vertx, Kubeconfig.read(kubeconfig), "cluster-node");
            ProcessKubelet kubelet = await(ProcessKubelet.start(vertx, client, options(), UserVariables.ofProcess()));
            server.serve(kubelet.logs(), kubelet.streaming());
            told.await();
            await(kubelet.stop(GRACE));
            cluster.nodes().withName(name).delete();
            cluster.leases().inNamespace("kube-node-lease").withName(name).delete();
        } finally {
            await(vertx.close());
        }
        return 0;
    }

    /** Before the kubelet says that the node is ready, so that nothing is bound to it that its taints keep away. */
    private void register(KubernetesClient cluster, int port) {
        cluster.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("kubernetes.io/hostname", name)
                        .addToLabels(labels)
                        .endMetadata()
                        .withNewSpec()
                        .withTaints(keepingAway())
                        .endSpec()
                        .build())
                .serverSideApply();
        // A patch without a version: the controllers of the control plane write to a new node, too.
        cluster.nodes()
                .withName(name)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":" + port + "}}}}");
    }

    private List<Taint> keepingAway() {
        if (untainted) {
            return List.of();
        }
        return (taints.isEmpty() ? PROCESSES : taints)
                .entrySet().stream()
                        .map(taint -> new Taint("NoSchedule", taint.getKey(), null, taint.getValue()))
                        .toList();
    }

    private KubeletOptions options() {
        return new KubeletOptions(
                name,
                new FolderOptions(
                        state,
                        state.resolve("pvc"),
                        Path.of(""),
                        Optional.of(Map.of()),
                        mounts,
                        false,
                        false,
                        false,
                        false),
                new ProgramOptions(
                        ExecutorKind.process,
                        List.of(),
                        Optional.ofNullable(python),
                        Set.of(),
                        Map.of(),
                        Optional.of(IntStream.range(0, gpus)
                                .mapToObj(Integer::toString)
                                .toList()),
                        false,
                        MpiMode.collapse,
                        new InitializerOptions(
                                Optional.of(Distribution.home().resolve("initializer")),
                                Optional.empty(),
                                Optional.of(FetchCache.of(System.getenv()).packages()))),
                true,
                Map.of(),
                LimitOptions.LAPTOP.withFailFast(false).withMaxGrace(GRACE),
                Optional::empty,
                Optional.empty());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}

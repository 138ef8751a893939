package io.trainyard.bench.memory;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.bench.ProgramArguments;
import io.trainyard.bench.reference.ProcessUse;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.Options;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.process.PortRange;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Starts the built controller again and again, each time with more TrainJobs there that run and need nothing, and tells how soon it is ready, how soon a new
 * TrainJob has its JobSet, what it writes, and what memory and processor time it uses at rest.
 */
public final class HeldJobsLoad {
    private static final String NAMESPACE = "default";
    private static final String CONFIGURATION =
            """
            apiVersion: config.trainer.kubeflow.org/v1alpha1
            kind: Configuration
            metrics: {bindAddress: "0"}
            health: {healthProbeBindAddress: "127.0.0.1:0"}
            leaderElection: {leaderElect: true, resourceName: trainer.kubeflow.org}
            webhook: {port: %d}
            """;
    private static final String TRAIN_JOB =
            """
            {"apiVersion": "trainer.kubeflow.org/v1alpha1", "kind": "TrainJob", "metadata": {"name": "%s", "namespace": "%s"},
             "spec": {"runtimeRef": {"name": "torch-distributed"},
              "trainer": {"numNodes": 2, "image": "registry.example/train:1", "command": ["torchrun", "/app/train.py"],
               "args": ["--epochs", "3", "--batch", "64"], "env": [{"name": "RUN_ID", "value": "%s"}],
               "resourcesPerNode": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "1Gi"}}}}}
            """;
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int MEBI = 1024;
    private static final int RUNTIME_SECONDS = 65;

    private final ProgramArguments arguments;
    private final TestCluster cluster;
    private final KubernetesClient client;
    private final Path folder;

    private HeldJobsLoad(ProgramArguments arguments, TestCluster cluster, Path folder) {
        this.arguments = arguments;
        this.cluster = cluster;
        this.client = cluster.adminClient();
        this.folder = folder;
    }

    /** Arguments: the root of the built source tree, then any of those that the page about measurements names. */
    public static void main(String[] texts) throws Exception {
        ProgramArguments arguments;
        try {
            arguments = ProgramArguments.parse(
                    Set.of("jobs", "rest", "memory", "java", "histograms", "program", "age"), texts);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        try (TestCluster cluster = TestCluster.start(Options.full())) {
            new HeldJobsLoad(arguments, cluster, Files.createTempDirectory("held-jobs")).run();
        }
        System.exit(0);
    }

    private void run() throws Exception {
        prepare();
        try (HeldObjects held = HeldObjects.start(cluster.proxyTarget(), recorded())) {
            Path original = cluster.subjectKubeconfig();
            Path kubeconfig = Files.writeString(
                    folder.resolve("kubeconfig"),
                    Files.readString(original).replace(cluster.apiServerUrl(), held.url()));
            System.out.println(
                    "| Held | Ready s | New JobSet s | Resident MiB | Anonymous MiB | Peak MiB | Processor at rest % | Writes |");
            System.out.println("|---|---|---|---|---|---|---|---|");
            for (String number : arguments.text("jobs", "0,2000,10000").split(",")) {
                measure(held, kubeconfig, Integer.parseInt(number));
            }
        }
    }

    private void prepare() throws IOException, InterruptedException {
        cluster.installCustomResourceDefinitions(arguments.root().resolve("deploy/crds"));
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kubeflow-system")
                        .endMetadata()
                        .build())
                .create();
        String runtime = Files.readString(arguments.root().resolve("deploy/runtimes/torch-distributed.yaml"));
        client.resource(Serialization.unmarshal(runtime, ClusterTrainingRuntime.class))
                .create();
        // Of a runtime that is hardly older than a job it is not certain that the job was made from it, and its
        // snapshot is read.
        TimeUnit.SECONDS.sleep(arguments.number("age", RUNTIME_SECONDS));
    }

    /** The objects of one TrainJob as a controller and a cluster made them. */
    private Map<String, HeldObjects.Kind> recorded() throws Exception {
        try (LimitedProgram program = program();
                ControllerProcess controller = start(program, cluster.subjectKubeconfig())) {
            create(ObjectTemplate.NAME);
            await(
                    "the TrainJob to run",
                    () -> Boolean.TRUE.equals(find("trainjobs", ObjectTemplate.NAME)
                            .getJsonObject("status", new JsonObject())
                            .containsKey("readyNodes")));
            Thread.sleep(3_000);
            controller.stop();
        }
        Map<String, HeldObjects.Kind> kinds = new HashMap<>();
        kinds.put("trainjobs", HeldObjects.Kind.of(find("trainjobs", ObjectTemplate.NAME), ""));
        kinds.put("jobsets", HeldObjects.Kind.of(find("jobsets", ObjectTemplate.NAME), ""));
        kinds.put("services", HeldObjects.Kind.of(find("services", ObjectTemplate.NAME), ""));
        kinds.put(
                "configmaps",
                HeldObjects.Kind.of(
                        find("configmaps", ObjectTemplate.NAME + "-runtime-snapshot"), "app.kubernetes.io/managed-by"));
        return kinds;
    }

    private JsonObject find(String plural, String name) {
        String group =
                switch (plural) {
                    case "trainjobs" -> "/apis/trainer.kubeflow.org/v1alpha1";
                    case "jobsets" -> "/apis/jobset.x-k8s.io/v1alpha2";
                    default -> "/api/v1";
                };
        String text = client.raw(group + "/namespaces/" + NAMESPACE + "/" + plural + "/" + name);
        return text == null ? new JsonObject() : new JsonObject(text);
    }

    private void create(String name) {
        client.resource(Serialization.unmarshal(TRAIN_JOB.formatted(name, NAMESPACE, name), TrainJob.class))
                .create();
    }

    private LimitedProgram program() {
        Path built = arguments.root().resolve("launcher/target/trainyard/bin/trainyard");
        return LimitedProgram.of(
                Path.of(arguments.text("program", built.toString())),
                folder,
                arguments.number("memory", 512),
                arguments.text("java", ""));
    }

    private ControllerProcess start(LimitedProgram program, Path kubeconfig) {
        int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        return ControllerProcess.startConfigured(
                program.path(),
                folder,
                kubeconfig,
                new ControllerProcess.Settings(CONFIGURATION.formatted(port), port));
    }

    private void measure(HeldObjects held, Path kubeconfig, int jobs) throws Exception {
        held.hold(jobs);
        held.takeRequests();
        long begin = System.nanoTime();
        try (LimitedProgram program = program();
                ControllerProcess controller = start(program, kubeconfig)) {
            double ready = since(begin);
            String name = "new-" + jobs;
            create(name);
            await("the new JobSet", () -> !find("jobsets", name).isEmpty());
            double jobSet = since(begin);
            TimeUnit.SECONDS.sleep(arguments.number("rest", 60));
            ProcessUse before = ProcessUse.of(controller.process().toHandle());
            Map<String, Long> busy = held.takeRequests();
            TimeUnit.SECONDS.sleep(arguments.number("rest", 60));
            ProcessUse after = ProcessUse.of(controller.process().toHandle());
            Map<String, Long> idle = held.takeRequests();
            double share = 100.0
                    * after.processor().minus(before.processor()).toMillis()
                    / TimeUnit.SECONDS.toMillis(arguments.number("rest", 60));
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.1f | %.1f | %d | %d | %d | %.2f | %s |%n",
                    jobs,
                    ready,
                    jobSet,
                    after.residentKibibytes() / MEBI,
                    after.anonymousKibibytes() / MEBI,
                    after.peakKibibytes() / MEBI,
                    share,
                    writes(busy));
            System.err.println("while it started: " + new TreeMap<>(busy));
            System.err.println("at rest: " + new TreeMap<>(idle));
            look(controller.process().pid(), jobs);
            client.resources(TrainJob.class)
                    .inNamespace(NAMESPACE)
                    .withName(name)
                    .delete();
            controller.stop();
        } finally {
            Files.copy(folder.resolve("controller.log"), folder.resolve("controller-" + jobs + "-" + begin + ".log"));
        }
    }

    /** Writes to objects that were only held: there is no need for one. */
    private static long writes(Map<String, Long> requests) {
        return requests.entrySet().stream()
                .filter(entry -> entry.getKey().contains(" held ")
                        && !entry.getKey().startsWith("get")
                        && !entry.getKey().startsWith("watch"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Asks Java what the memory is for; last, since that alone changes it. */
    private void look(long pid, int jobs) throws IOException, InterruptedException {
        String into = arguments.text("histograms", "");
        if (into.isEmpty()) {
            return;
        }
        Path target = Files.createDirectories(Path.of(into));
        Files.writeString(
                target.resolve(jobs + "-smaps.txt"), Files.readString(Path.of("/proc", String.valueOf(pid), "smaps")));
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        for (List<String> question : List.of(
                List.of("GC.heap_info"),
                List.of("VM.native_memory", "detail"),
                List.of("GC.class_histogram"),
                List.of("Thread.print"))) {
            Process asked = new ProcessBuilder(java.util.stream.Stream.concat(
                                    java.util.stream.Stream.of(jcmd, String.valueOf(pid)), question.stream())
                            .toList())
                    .redirectErrorStream(true)
                    .start();
            Files.writeString(
                    target.resolve(jobs + "-" + question.get(0) + ".txt"),
                    new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            asked.waitFor();
        }
    }

    private static double since(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static void await(String what, BooleanSupplier question) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!question.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("waited " + LIMIT.toSeconds() + " s in vain for " + what);
            }
            Thread.sleep(10);
        }
    }
}

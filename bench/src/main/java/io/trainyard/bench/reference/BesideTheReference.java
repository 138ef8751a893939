package io.trainyard.bench.reference;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.Options;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Memory, processor time, times and writes of our controller and of Kubeflow Trainer's, one after the other, each alone on a fresh API server without
 * other controllers; this program plays JobSet's. Prints what it does on the error stream, and a table in Markdown on the other one.
 */
public final class BesideTheReference {
    private static final int LOG_LINES = 20;
    static final String NAMESPACE = "kubeflow-system";

    private final Plan plan;

    private BesideTheReference(Plan plan) {
        this.plan = plan;
    }

    /** Arguments: see {@link Plan#parse}. */
    public static void main(String[] arguments) throws IOException {
        Plan plan;
        try {
            plan = Plan.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        new BesideTheReference(plan).run();
        // The client's threads would keep this program alive for a while.
        System.exit(0);
    }

    private void run() throws IOException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        List<Figures> all = new ArrayList<>();
        List<String> circumstances = new ArrayList<>();
        for (Plan.Controller controller : plan.controllers()) {
            all.add(measure(controller, circumstances));
        }
        System.out.printf(
                Locale.ROOT,
                "%d TrainJobs, %s; %d processors, load average %.1f before. %s.%n%n",
                plan.jobs(),
                plan.limits().inWords(),
                Runtime.getRuntime().availableProcessors(),
                load,
                String.join(". ", circumstances));
        System.out.println(Figures.table(all));
    }

    private Figures measure(Plan.Controller controller, List<String> circumstances) throws IOException {
        Path folder = Files.createTempDirectory("beside-the-reference");
        Options options = Options.bare().withAudit(true);
        if (controller == Plan.Controller.REFERENCE) {
            options = options.withAddOns(AddOn.KUBEFLOW_TRAINER);
        }
        System.err.println(controller + ": starting the API server");
        try (TestCluster cluster = TestCluster.start(options);
                Contender contender = prepare(controller, cluster, folder)) {
            createNamespace(cluster);
            circumstances.add(contender.title() + ": " + contender.circumstances());
            System.err.println(contender.title() + ": starting the controller");
            return measure(cluster, contender);
        } finally {
            delete(folder);
        }
    }

    private Contender prepare(Plan.Controller controller, TestCluster cluster, Path folder) {
        return switch (controller) {
            case TRAINYARD -> TrainyardContender.prepare(cluster, plan, folder);
            case REFERENCE -> new ReferenceContender(cluster, plan.limits());
        };
    }

    private Figures measure(TestCluster cluster, Contender contender) throws IOException {
        try {
            return measureLogged(cluster, contender);
        } catch (RuntimeException failed) {
            List<String> lines = Files.isReadable(contender.log()) ? Files.readAllLines(contender.log()) : List.of();
            System.err.println("the end of what " + contender.title() + " wrote:");
            lines.stream().skip(Math.max(0, lines.size() - LOG_LINES)).forEach(System.err::println);
            throw failed;
        }
    }

    private Figures measureLogged(TestCluster cluster, Contender contender) {
        Duration ready = contender.start();
        String namespace = cluster.createNamespace("beside").name();
        Objects objects = new Objects(cluster.adminClient(), cluster.apiServerUrl(), namespace);
        objects.createRuntime(plan.root().resolve("deploy/runtimes/torch-distributed.yaml"));
        try (Observer observer = new Observer(cluster.adminClient(), namespace)) {
            return new Measurement(
                            plan,
                            cluster,
                            contender,
                            objects,
                            observer,
                            line -> System.err.println(contender.title() + ": " + line))
                    .measure(ready);
        }
    }

    /** Where the controllers keep their Lease, and ours its certificates. */
    private static void createNamespace(TestCluster cluster) {
        cluster.adminClient()
                .namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}

package io.trainyard.bench.soak;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.Options;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The built controller under a steady load on a real API server, its leader killed now and then. Each minute a line with what the jobs do and what each
 * replica holds after a full collection; at the end what went wrong, with exit code 1 if anything did.
 */
public final class Soak {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration DRAIN_LIMIT = Duration.ofMinutes(5);
    private static final Pattern WATCHES =
            Pattern.compile("(?m)^apiserver_longrunning_requests\\{[^}]*verb=\"WATCH\"[^}]*} (\\d+)");

    private final SoakPlan plan;
    private int kills;

    private Soak(SoakPlan plan) {
        this.plan = plan;
    }

    /** Arguments: see {@link SoakPlan#parse}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        SoakPlan plan;
        try {
            plan = SoakPlan.parse(arguments);
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage());
            System.exit(2);
            return;
        }
        // The client's threads would keep this program alive for a while.
        System.exit(new Soak(plan).run() ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("soak");
        say("logs are in " + folder + "; " + plan);
        try (TestCluster cluster = TestCluster.start(Options.bare())) {
            prepare(cluster);
            String namespace = cluster.createNamespace("soak").name();
            try (SoakReplicas replicas = new SoakReplicas(cluster, plan, folder, Soak::say);
                    SoakLoad load = new SoakLoad(cluster.adminClient(), cluster.apiServerUrl(), namespace, Soak::say)) {
                awaitLeader(replicas);
                stand(load);
                load.start(plan.pause());
                goOn(cluster, replicas, load);
                load.finish();
                return drain(load);
            }
        }
    }

    private void prepare(TestCluster cluster) throws IOException {
        cluster.installCustomResourceDefinitions(plan.root().resolve("deploy/crds"));
        KubernetesClient admin = cluster.adminClient();
        admin.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("kubeflow-system")
                        .endMetadata()
                        .build())
                .create();
        admin.resource(Serialization.unmarshal(
                        Files.readString(plan.root().resolve("deploy/runtimes/torch-distributed.yaml")),
                        ClusterTrainingRuntime.class))
                .create();
    }

    private static void awaitLeader(SoakReplicas replicas) throws InterruptedException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (replicas.leader().isEmpty()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("there is no leader after " + START_LIMIT.toMinutes() + " min");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private void stand(SoakLoad load) throws InterruptedException {
        if (plan.standing() == 0) {
            return;
        }
        long begin = System.nanoTime();
        load.stand(plan.standing());
        long last = -1;
        long lastChange = System.nanoTime();
        while (load.standing() < plan.standing()) {
            TimeUnit.SECONDS.sleep(1);
            if (load.standing() != last) {
                last = load.standing();
                lastChange = System.nanoTime();
            } else if (System.nanoTime() - lastChange > DRAIN_LIMIT.toNanos()) {
                throw new IllegalStateException(
                        "only " + last + " of " + plan.standing() + " standing jobs got a JobSet");
            }
        }
        say("%d standing TrainJobs have their JobSets after %d s"
                .formatted(
                        plan.standing(),
                        Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
    }

    private void goOn(TestCluster cluster, SoakReplicas replicas, SoakLoad load) throws InterruptedException {
        long begin = System.nanoTime();
        long end = begin + plan.length().toNanos();
        long nextLook = begin + MINUTE.toNanos();
        long nextKill =
                plan.kill().isZero() ? Long.MAX_VALUE : begin + plan.kill().toNanos();
        while (System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(200);
            if (System.nanoTime() >= nextKill) {
                nextKill += plan.kill().toNanos();
                kill(replicas, load);
            }
            if (System.nanoTime() >= nextLook) {
                nextLook += MINUTE.toNanos();
                look(cluster, replicas, load);
            }
        }
    }

    private void kill(SoakReplicas replicas, SoakLoad load) {
        Optional<SoakReplicas.Replica> leader = replicas.leader();
        leader.ifPresent(replica -> {
            kills++;
            say("kill " + kills + ": replica " + replica.number());
            replicas.kill(replica);
            load.leaderIsLost();
        });
    }

    private static void look(TestCluster cluster, SoakReplicas replicas, SoakLoad load) {
        List<String> parts = new ArrayList<>();
        parts.add(load.line());
        for (SoakReplicas.Replica replica : replicas.ready()) {
            try {
                parts.add("replica " + replica.number() + ": "
                        + ReplicaUse.of(replica.process()).line());
            } catch (UncheckedIOException gone) {
                parts.add("replica " + replica.number() + ": has just ended");
            }
        }
        parts.add(watches(cluster) + " watches");
        parts.add(String.format(
                Locale.ROOT,
                "load average %.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
        if (load.stuck() > 0) {
            parts.add(load.stuck() + " WITHOUT JOBSET");
        }
        say(String.join(" | ", parts));
    }

    /** All that the API server serves, ours among them. */
    private static long watches(TestCluster cluster) {
        String metrics = cluster.adminClient().raw("/metrics");
        Matcher line = WATCHES.matcher(metrics == null ? "" : metrics);
        long sum = 0;
        while (line.find()) {
            sum += Long.parseLong(line.group(1));
        }
        return sum;
    }

    private boolean drain(SoakLoad load) throws InterruptedException {
        long end = System.nanoTime() + DRAIN_LIMIT.toNanos();
        while (load.underWay() > 0 && System.nanoTime() < end) {
            TimeUnit.SECONDS.sleep(1);
        }
        say("end: " + load.line() + "; " + kills + " kills; left over: " + load.underWay() + "; problems: "
                + load.problems());
        return load.underWay() == 0 && load.problems().isEmpty();
    }

    private static void say(String line) {
        System.out.println(LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS) + " " + line);
        System.out.flush();
    }
}

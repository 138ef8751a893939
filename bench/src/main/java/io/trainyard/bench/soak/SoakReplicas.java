package io.trainyard.bench.soak;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps so many replicas of the controller running: one that has ended is started again at once, as a kubelet does. Closing kills all. */
final class SoakReplicas implements AutoCloseable {
    private static final String NAMESPACE = "kubeflow-system";
    private static final int END_SECONDS = 10;

    private final TestCluster cluster;
    private final SoakPlan plan;
    private final Path folder;
    private final Consumer<String> log;
    private final List<Replica> ready = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final ExecutorService keepers;
    private volatile boolean closed;

    /**
     * One process.
     *
     * @param number of its start, from 1
     */
    record Replica(int number, ControllerProcess controller) {
        ProcessHandle process() {
            return controller.process().toHandle();
        }
    }

    SoakReplicas(TestCluster cluster, SoakPlan plan, Path folder, Consumer<String> log) {
        this.cluster = cluster;
        this.plan = plan;
        this.folder = folder;
        this.log = log;
        this.keepers = Executors.newFixedThreadPool(plan.replicas());
        for (int i = 0; i < plan.replicas(); i++) {
            keepers.execute(this::keepOneRunning);
        }
    }

    /** Those that are ready. */
    List<Replica> ready() {
        return List.copyOf(ready);
    }

    /** The one that holds the Lease; empty while nobody does. */
    Optional<Replica> leader() {
        @Nullable
        Lease lease = cluster.adminClient()
                .leases()
                .inNamespace(NAMESPACE)
                .withName("trainer.kubeflow.org")
                .get();
        String holder = lease == null || lease.getSpec().getHolderIdentity() == null
                ? ""
                : lease.getSpec().getHolderIdentity();
        return ready.stream()
                .filter(replica ->
                        !holder.isEmpty() && replica.controller().output().contains("Leading as " + holder))
                .findFirst();
    }

    /** Ends one as a node that loses its power does. */
    void kill(Replica replica) {
        replica.controller().process().destroyForcibly();
    }

    private void keepOneRunning() {
        while (!closed) {
            int number = started.incrementAndGet();
            try {
                Path own = Files.createDirectories(folder.resolve("replica-" + number));
                try (LimitedProgram program = LimitedProgram.of(plan.program(), own, plan.memory(), "");
                        ControllerProcess controller = ControllerProcess.startConfigured(
                                program.path(), own, cluster.subjectKubeconfig(), settings())) {
                    keep(new Replica(number, controller));
                }
            } catch (IOException | RuntimeException failed) {
                log.accept("replica " + number + " did not become ready: " + failed.getMessage());
                pause();
            }
        }
    }

    private void keep(Replica replica) {
        ready.add(replica);
        log.accept("replica " + replica.number() + " is ready, process "
                + replica.process().pid());
        Process process = replica.controller().process();
        try {
            int code = process.waitFor();
            log.accept("replica " + replica.number() + " has ended with code " + code);
        } catch (InterruptedException end) {
            process.destroyForcibly();
            awaitEnd(process);
            Thread.currentThread().interrupt();
        } finally {
            ready.remove(replica);
        }
    }

    private static void pause() {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(Process process) {
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            Thread.currentThread().interrupt();
        }
    }

    private ControllerProcess.Settings settings() {
        int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        return new ControllerProcess.Settings(
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                metrics: {bindAddress: "0"}
                health: {healthProbeBindAddress: "127.0.0.1:0"}
                leaderElection: {leaderElect: true, resourceName: trainer.kubeflow.org%s}
                webhook: {port: %d}
                clientConnection: {qps: 0}
                """
                        .formatted(times(), port),
                port);
    }

    private String times() {
        long seconds = plan.lease().toSeconds();
        return seconds == 0
                ? ""
                : ", leaseDuration: " + seconds + "s, renewDeadline: " + seconds * 2 / 3 + "s, retryPeriod: 1s";
    }

    @Override
    public void close() {
        closed = true;
        keepers.shutdownNow();
        try {
            keepers.awaitTermination(2L * END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

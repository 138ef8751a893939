package io.trainyard.bench.reference;

import io.trainyard.testcluster.KubeflowTrainer;
import io.trainyard.testcluster.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Kubeflow Trainer's controller, built from its own Go module. Its certificate is made before it starts, for it insists on one fixed folder. */
final class ReferenceContender implements Contender {
    private static final int STOP_SECONDS = 60;

    /** As it is shipped. Outside a cluster it has to be told the namespace. */
    private static final String ELECTION =
            """
            leaderElection: {leaderElect: true, resourceName: trainer.kubeflow.org, resourceNamespace: kubeflow-system,
              resourceLock: leases, leaseDuration: 15s, renewDeadline: 10s, retryPeriod: 2s}
            """;

    private final TestCluster cluster;
    private final Limits limits;
    private @Nullable KubeflowTrainer running;

    ReferenceContender(TestCluster cluster, Limits limits) {
        this.cluster = cluster;
        this.limits = limits;
    }

    @Override
    public String title() {
        return "Kubeflow Trainer 2.3.0";
    }

    @Override
    public String circumstances() {
        return "no memory limit, as it is shipped; certificates from outside; metrics off";
    }

    @Override
    public Duration start() {
        KubeflowTrainer started = cluster.startKubeflowTrainer(limits.section() + ELECTION);
        running = started;
        return started.startTime();
    }

    @Override
    public Path log() {
        return cluster.runFolder().resolve("logs/kubeflow-trainer.log");
    }

    @Override
    public ProcessHandle process() {
        return required().process();
    }

    @Override
    public void stop() {
        KubeflowTrainer ending = required();
        ProcessHandle process = ending.process();
        process.destroy();
        try {
            process.onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (Exception notInTime) {
            throw new IllegalStateException("Kubeflow Trainer did not end within " + STOP_SECONDS + " s", notInTime);
        }
        close();
    }

    private KubeflowTrainer required() {
        KubeflowTrainer trainer = running;
        if (trainer == null) {
            throw new IllegalStateException("Kubeflow Trainer does not run");
        }
        return trainer;
    }

    @Override
    public void close() {
        KubeflowTrainer ending = running;
        running = null;
        if (ending != null) {
            ending.close();
        }
    }
}

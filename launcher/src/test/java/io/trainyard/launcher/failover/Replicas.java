package io.trainyard.launcher.failover;

import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Keeps so many replicas running: one that has ended, for whatever reason, is started again at once, as a kubelet does. Closing kills all. */
final class Replicas implements AutoCloseable {
    private final TestCluster cluster;
    private final String namespace;
    private final Path folder;
    private final List<Replica> ready = new CopyOnWriteArrayList<>();
    private final AtomicInteger started = new AtomicInteger();
    private final ExecutorService keepers = Executors.newCachedThreadPool();
    private volatile boolean closed;

    Replicas(TestCluster cluster, String namespace, Path folder) {
        this.cluster = cluster;
        this.namespace = namespace;
        this.folder = folder;
    }

    /**
     * Starts so many more.
     *
     * @param election the section {@code leaderElection} of their configuration, without the namespace
     */
    void start(int count, Map<String, Object> election) {
        for (int i = 0; i < count; i++) {
            keepers.execute(() -> keepOneRunning(election));
        }
    }

    /** Those that are ready, in the order in which they became so. */
    List<Replica> ready() {
        return List.copyOf(ready);
    }

    /** The one that says of itself that it leads under this name. */
    Optional<Replica> leading(String holder) {
        return ready.stream().filter(replica -> replica.leads(holder)).findFirst();
    }

    private void keepOneRunning(Map<String, Object> election) {
        while (!closed) {
            try (Replica replica = Replica.start(
                    cluster,
                    namespace,
                    folder,
                    namespace + "-replica-" + started.incrementAndGet(),
                    election,
                    Map.of())) {
                ready.add(replica);
                try {
                    int code = replica.controller().process().waitFor();
                    System.out.printf("%s ended with code %d%n", replica.user(), code);
                } finally {
                    ready.remove(replica);
                }
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (IllegalStateException failed) {
                System.out.printf("a replica did not become ready: %s%n", failed.getMessage());
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        keepers.shutdownNow();
        ready.forEach(Replica::close);
    }
}

package io.trainyard.launcher.failover;

import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.launcher.process.Signals;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One replica, whose requests the audit log shows under a name of its own.
 *
 * @param user the name
 */
record Replica(String user, ControllerProcess controller) implements AutoCloseable {
    /**
     * Starts one.
     *
     * @param election the section {@code leaderElection} of its configuration, without the namespace
     * @param further other sections
     */
    static Replica start(
            TestCluster cluster,
            String namespace,
            Path folder,
            String user,
            Map<String, Object> election,
            Map<String, Object> further)
            throws IOException {
        Path own = Files.createDirectory(folder.resolve(user));
        Path kubeconfig = own.resolve("kubeconfig");
        String subject = Files.readString(cluster.subjectKubeconfig());
        Files.writeString(
                kubeconfig,
                subject.replaceFirst(
                        "(?m)^( +)token: .*$", "$0\n$1as: " + user + "\n$1as-groups: [\"system:masters\"]"));
        Map<String, Object> here = new HashMap<>(election);
        here.put("resourceNamespace", namespace);
        Map<String, Object> sections = new HashMap<>(further);
        sections.put("leaderElection", here);
        return new Replica(
                user, ControllerProcess.startWith(Distribution.program(), own, kubeconfig, YamlWriter.write(sections)));
    }

    boolean leads(String holder) {
        return !holder.isEmpty() && controller.output().contains("Leading as " + holder);
    }

    /** As a node that loses its power. */
    void kill() throws InterruptedException {
        controller.process().destroyForcibly();
        controller.process().waitFor(10, TimeUnit.SECONDS);
    }

    /** As a machine that is kept from running, for example while it is moved. */
    void freeze() throws IOException, InterruptedException {
        Signals.send(controller.process(), "STOP");
    }

    void thaw() throws IOException, InterruptedException {
        Signals.send(controller.process(), "CONT");
    }

    @Override
    public void close() {
        controller.close();
    }
}

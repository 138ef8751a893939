package io.trainyard.launcher.acceptance;

import io.trainyard.launcher.deploy.HelmRelease;
import io.trainyard.launcher.deploy.Tool;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The chart as a release with default values, but for those below. */
final class ShippedChart {
    static final String NAMESPACE = "kubeflow-system";
    static final String DEPLOYMENT = "trainyard-controller-manager";
    static final String USER = "system:serviceaccount:" + NAMESPACE + ":" + DEPLOYMENT;

    /** The Secret of the webhooks. */
    static final String CERTIFICATES = "trainyard-webhook-cert";

    /** As the values let it in. */
    static final String SCRAPER = "prometheus";

    static final String MONITORING = "monitoring";

    private static final String RELEASE = "trainyard";

    private final TestCluster cluster;
    private final List<String> values;
    private final HelmRelease release;

    /**
     * Nothing is installed yet.
     *
     * @param team a namespace that exists, whose MPI jobs get keys
     * @param webhookPort where the API server calls webhooks on this machine
     * @param folder for files
     */
    ShippedChart(TestCluster cluster, String team, int webhookPort, Path folder) throws IOException {
        this.cluster = cluster;
        this.values = List.of(
                // Runtimes that the jobs use.
                "runtimes.torchDistributed.enabled=true",
                "runtimes.mpiDistributed.enabled=true",
                // Keys of MPI jobs are not granted by default.
                "rbac.secrets.namespaces={" + team + "}",
                // A plain Prometheus is let in by its ServiceAccount.
                "rbac.metricsReaders[0].name=" + SCRAPER,
                "rbac.metricsReaders[0].namespace=" + MONITORING,
                // The sample plugin; the volume is empty, since the pods are processes here.
                "plugins[0].name=acme",
                "plugins[0].volume.emptyDir.sizeLimit=1Mi");
        this.release = new HelmRelease(cluster, RELEASE, NAMESPACE, called(webhookPort, folder), folder);
    }

    /** Helm would take another port in the live objects for somebody else's change, so it stands in a copy of the chart. */
    private static Path called(int webhookPort, Path folder) throws IOException {
        Path copy = folder.resolve("chart");
        try (Stream<Path> files = Files.walk(HelmRelease.CHART)) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(HelmRelease.CHART.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (file.getParent().endsWith("files/webhooks")) {
                    Files.writeString(
                            target, Files.readString(file).replace("port: 443\n", "port: " + webhookPort + "\n"));
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return copy;
    }

    void install() {
        Tool.kubectl()
                .run("--kubeconfig=" + cluster.kubeconfig(), "create", "namespace", MONITORING)
                .expectSuccess();
        release.install(options());
        // Which Helm does not see, for the chart gives no type.
        Tool.kubectl()
                .run(
                        "--kubeconfig=" + cluster.kubeconfig(),
                        "-n",
                        NAMESPACE,
                        "patch",
                        "service",
                        DEPLOYMENT,
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"type\":\"ExternalName\",\"externalName\":\"localhost\",\"clusterIP\":null,\"clusterIPs\":null}}")
                .expectSuccess();
    }

    /** To another image. */
    void upgrade() {
        release.upgrade(options("image.tag=v0.1.1"));
    }

    void uninstall() {
        release.uninstall();
    }

    private String[] options(String... more) {
        List<String> options = new ArrayList<>();
        Stream.concat(values.stream(), Stream.of(more)).forEach(value -> options.addAll(List.of("--set", value)));
        return options.toArray(String[]::new);
    }
}

package io.trainyard.launcher.deploy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.Outcome;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.programs.DeploymentTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * The chart as a release on a real API server. Nodes of the cluster are simulated, so what the pods of its hooks would do is done here, by the
 * built program, with their arguments and as their ServiceAccount.
 *
 * @param chart its folder
 * @param folder for files
 */
public record HelmRelease(TestCluster cluster, String name, String namespace, Path chart, Path folder) {
    public static final Path CHART = Tool.DEPLOY.resolve("helm/trainyard");

    HelmRelease(TestCluster cluster, String name, String namespace, Path folder) {
        this(cluster, name, namespace, CHART, folder);
    }

    /** With runtimes. */
    public void install(String... options) {
        helm("-runtimes", "install", with(List.of(name, chart.toString(), "--create-namespace"), options));
    }

    /** Without runtimes, so that there is nothing to wait for; what Helm says. */
    String installAlone(String... options) {
        return helm("", "install", with(List.of(name, chart.toString(), "--create-namespace"), options));
    }

    /** With runtimes, or after a release with runtimes. */
    public void upgrade(String... options) {
        helm("-runtimes", "upgrade", with(List.of(name, chart.toString()), options));
    }

    /** While the pod of the hook does not end, as one without an image. */
    Tool.Result upgradeInVain(String... options) {
        return start("upgrade", with(List.of(name, chart.toString()), options)).join();
    }

    void rollBack(int revision) {
        helm("", "rollback", List.of(name, String.valueOf(revision), "--no-hooks"));
    }

    public void uninstall() {
        helm("", "uninstall", List.of(name));
    }

    /** As "helm test". */
    void test() {
        helm("-test", "test", List.of(name));
    }

    private static List<String> with(List<String> arguments, String... options) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(options));
        return all;
    }

    /**
     * Runs helm, which waits for its hooks.
     *
     * @param hook the Job or pod of the hook, after the name of the release; empty for none
     */
    private String helm(String hook, String command, List<String> arguments) {
        CompletableFuture<Tool.Result> result = start(command, arguments);
        if (!hook.isEmpty()) {
            // What helm says about a failure is worth more than that no pod has come.
            result.thenAccept(Tool.Result::expectSuccess);
            doAsTheHook(name + hook, result);
        }
        return result.join().expectSuccess();
    }

    private CompletableFuture<Tool.Result> start(String command, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(
                command, "-n", namespace, "--kubeconfig", cluster.kubeconfig().toString()));
        all.addAll(arguments);
        var helm = new Tool(DeploymentTool.HELM.find());
        return CompletableFuture.supplyAsync(() -> helm.run(all.toArray(String[]::new)));
    }

    private void doAsTheHook(String hook, CompletableFuture<Tool.Result> helm) {
        Map<String, String> labels = hook.endsWith("-test")
                ? Map.of("app.kubernetes.io/component", "test")
                : Map.of("batch.kubernetes.io/job-name", hook);
        Pod pod;
        try {
            pod = cluster.pods(namespace).awaitRunning(1, labels).get(0);
        } catch (RuntimeException | AssertionError noPod) {
            helm.getNow(new Tool.Result(0, "")).expectSuccess();
            throw noPod;
        }
        KubernetesClient admin = cluster.adminClient();
        admin.configMaps()
                .inNamespace(namespace)
                .withName(hook)
                .get()
                .getData()
                .forEach((file, text) -> write(folder.resolve(file), text));
        Path login = InstalledController.login(cluster, namespace, hook, folder);
        Stream.concat(pod.getSpec().getInitContainers().stream(), pod.getSpec().getContainers().stream())
                .forEach(container -> {
                    List<String> arguments = new ArrayList<>();
                    container
                            .getArgs()
                            .forEach(argument -> arguments.add(argument.replace("=/runtimes/", "=" + folder + "/")));
                    arguments.add("--kubeconfig=" + login);
                    new Tool(Distribution.program())
                            .run(arguments.toArray(String[]::new))
                            .expectSuccess();
                });
        cluster.pods(namespace).endAll(1, labels, Outcome.SUCCEEDED);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

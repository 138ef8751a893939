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

/**
 * The chart as a release on a real API server. Nodes of the cluster are simulated, so what the pods of its Jobs would do is done here, by the
 * built program, with their arguments and as their ServiceAccount.
 *
 * @param folder for files
 */
record HelmRelease(TestCluster cluster, String name, String namespace, Path folder) {
    private static final String CHART = Tool.DEPLOY.resolve("helm/trainyard").toString();

    void install(String... options) {
        helm("-runtimes", "install", with(List.of(name, CHART, "--create-namespace"), options));
    }

    void upgrade(String... options) {
        helm("-runtimes", "upgrade", with(List.of(name, CHART), options));
    }

    void rollBack(int revision) {
        helm("", "rollback", List.of(name, String.valueOf(revision), "--no-hooks"));
    }

    void uninstall() {
        helm("-runtimes-delete", "uninstall", List.of(name));
    }

    private static List<String> with(List<String> arguments, String... options) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of(options));
        return all;
    }

    /**
     * Runs helm, which waits for its hooks.
     *
     * @param hook the Job of the hook, after the name of the release; empty for none
     */
    private void helm(String hook, String command, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(
                command, "-n", namespace, "--kubeconfig", cluster.kubeconfig().toString()));
        all.addAll(arguments);
        var helm = new Tool(DeploymentTool.HELM.find());
        CompletableFuture<Tool.Result> result =
                CompletableFuture.supplyAsync(() -> helm.run(all.toArray(String[]::new)));
        if (!hook.isEmpty()) {
            // What helm says about a failure is worth more than that no pod has come.
            result.thenAccept(Tool.Result::expectSuccess);
            doAsTheHook(name + hook, result);
        }
        result.join().expectSuccess();
    }

    private void doAsTheHook(String job, CompletableFuture<Tool.Result> helm) {
        Map<String, String> labels = Map.of("batch.kubernetes.io/job-name", job);
        Pod pod;
        try {
            pod = cluster.pods(namespace).awaitRunning(1, labels).get(0);
        } catch (RuntimeException | AssertionError noPod) {
            helm.getNow(new Tool.Result(0, "")).expectSuccess();
            throw noPod;
        }
        KubernetesClient admin = cluster.adminClient();
        String runtimes = admin.configMaps()
                .inNamespace(namespace)
                .withName(job)
                .get()
                .getData()
                .get("runtimes.yaml");
        List<String> arguments = new ArrayList<>();
        pod.getSpec()
                .getContainers()
                .get(0)
                .getArgs()
                .forEach(argument -> arguments.add(argument.replace("=/runtimes/", "=" + folder + "/")));
        arguments.add("--kubeconfig=" + InstalledController.login(cluster, namespace, job, folder));
        try {
            Files.writeString(folder.resolve("runtimes.yaml"), runtimes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        new Tool(Distribution.program()).run(arguments.toArray(String[]::new)).expectSuccess();
        cluster.pods(namespace).endAll(1, labels, Outcome.SUCCEEDED);
    }
}

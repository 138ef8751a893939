package io.trainyard.launcher.deploy;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A controller that manifests or the chart have installed. Nodes of the cluster are simulated, so it runs here: as its ServiceAccount, with its
 * configuration but for ports, which are of this machine.
 *
 * @param account its ServiceAccount
 * @param configuration the ConfigMap with its configuration
 */
public record InstalledController(TestCluster cluster, String namespace, String account, String configuration) {
    /** As the API server and its audit log know it. */
    String user() {
        return "system:serviceaccount:" + namespace + ":" + account;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param sections what the configuration says instead; with "metrics" off unless they say otherwise
     */
    ControllerProcess start(Path folder, int webhookPort, Map<String, Object> sections) {
        Map<String, Object> changed = new HashMap<>(file());
        changed.put("webhook", Map.of("port", webhookPort));
        changed.put("health", Map.of("healthProbeBindAddress", "127.0.0.1:0"));
        changed.put("metrics", Map.of("bindAddress", "0"));
        changed.putAll(sections);
        return ControllerProcess.startConfigured(
                Distribution.program(),
                folder,
                login(cluster, namespace, account, folder),
                new ControllerProcess.Settings(Serialization.asYaml(changed), webhookPort));
    }

    /** A part of the configuration as it is installed; empty when there is none. */
    @SuppressWarnings("unchecked") // keys of YAML are text here
    Map<String, Object> section(String name) {
        return (Map<String, Object>) file().getOrDefault(name, Map.of());
    }

    @SuppressWarnings("unchecked") // keys of YAML are text here
    private Map<String, Object> file() {
        String installed = cluster.adminClient()
                .configMaps()
                .inNamespace(namespace)
                .withName(configuration)
                .get()
                .getData()
                .get("controller_manager_config.yaml");
        return Serialization.unmarshal(installed, Map.class);
    }

    /** A kubeconfig with a token of a ServiceAccount. */
    public static Path login(TestCluster cluster, String namespace, String account, Path folder) {
        String token = Tool.kubectl()
                .run("--kubeconfig", cluster.kubeconfig().toString(), "-n", namespace, "create", "token", account)
                .expectSuccess()
                .strip();
        try {
            String administrator = Files.readString(cluster.kubeconfig());
            return Files.writeString(
                    folder.resolve(account + ".kubeconfig"), administrator.replaceAll("token: .*", "token: " + token));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

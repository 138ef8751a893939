package io.trainyard.launcher.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.launcher.deploy.InstalledController;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A pod of the installed Deployment, as a process on this machine: with its arguments, its configuration, its memory, and a token of its ServiceAccount. What
 * differs are ports, because all pods share the addresses of this machine, and how it finds the API server and its plugins.
 *
 * @param name names its folder
 * @param metricsPort where it serves metrics
 * @param labels those of the pod
 * @param tokenId the id of its token, by which the audit log tells it from the others
 */
record ShippedPod(
        String name,
        ControllerProcess controller,
        LimitedProgram program,
        int metricsPort,
        Map<String, String> labels,
        String tokenId)
        implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONFIGURATION = "/controller_manager_config.yaml";

    /**
     * Starts one, and waits until it is ready.
     *
     * @param name names its folder, which does not exist yet
     * @param folder where that is made
     * @param plugins the folder with plugins
     */
    static ShippedPod start(TestCluster cluster, String name, Path folder, Path plugins) throws IOException {
        PodTemplateSpec template = cluster.adminClient()
                .apps()
                .deployments()
                .inNamespace(ShippedChart.NAMESPACE)
                .withName(ShippedChart.DEPLOYMENT)
                .get()
                .getSpec()
                .getTemplate();
        PodSpec shipped = template.getSpec();
        Container manager = shipped.getContainers().get(0);
        assertThat(manager.getEnv())
                .as("variables, which a process here would need as well")
                .isEmpty();
        Path own = Files.createDirectories(folder.resolve(name));
        List<Integer> ports = PortRange.DEFAULT.choose(3, new Random());
        Path kubeconfig =
                InstalledController.login(cluster, ShippedChart.NAMESPACE, shipped.getServiceAccountName(), own);
        LimitedProgram program = LimitedProgram.of(
                inPod(own),
                own,
                manager.getResources()
                                .getLimits()
                                .get("memory")
                                .getNumericalAmount()
                                .intValueExact()
                        >> 20,
                "");
        List<String> arguments = new ArrayList<>(manager.getArgs());
        assertThat(arguments).startsWith("controller", "--config=" + CONFIGURATION);
        arguments.subList(0, 2).clear();
        arguments.add("--plugins-dir=" + plugins);
        ControllerProcess controller = ControllerProcess.startConfigured(
                program.path(),
                own,
                kubeconfig,
                new ControllerProcess.Settings(configuration(cluster, shipped, ports), ports.get(0)),
                arguments.toArray(String[]::new));
        return new ShippedPod(
                name, controller, program, ports.get(1), template.getMetadata().getLabels(), tokenId(kubeconfig));
    }

    /** The program with the variable by which it knows that it runs in a pod: every kubelet sets it. */
    private static Path inPod(Path folder) throws IOException {
        Path script = Files.writeString(
                folder.resolve("in-pod"),
                "#!/bin/sh\nexport KUBERNETES_SERVICE_HOST=127.0.0.1\nexec '" + Distribution.program() + "' \"$@\"\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private static String configuration(TestCluster cluster, PodSpec shipped, List<Integer> ports) {
        String configMap = shipped.getVolumes().stream()
                .filter(volume -> volume.getName().equals("configuration"))
                .map(volume -> volume.getConfigMap().getName())
                .findFirst()
                .orElseThrow();
        Map<String, Object> file = object(Serialization.unmarshal(
                cluster.adminClient()
                        .configMaps()
                        .inNamespace(ShippedChart.NAMESPACE)
                        .withName(configMap)
                        .get()
                        .getData()
                        .get(CONFIGURATION.substring(1)),
                Map.class));
        change(file, "webhook", "port", ports.get(0));
        change(file, "metrics", "bindAddress", "127.0.0.1:" + ports.get(1));
        change(file, "statusServer", "port", ports.get(2));
        change(file, "health", "healthProbeBindAddress", "127.0.0.1:0");
        return Serialization.asYaml(file);
    }

    private static void change(Map<String, Object> file, String section, String field, Object value) {
        object(file.computeIfAbsent(section, unused -> new LinkedHashMap<>())).put(field, value);
    }

    @SuppressWarnings("unchecked") // keys of YAML are text here
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static String tokenId(Path kubeconfig) throws IOException {
        String token = Files.readString(kubeconfig)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("token: "))
                .map(line -> line.substring("token: ".length()))
                .findFirst()
                .orElseThrow();
        byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.")[1]);
        return JSON.readTree(claims).path("jti").asText();
    }

    /** Kills it if it still runs. */
    @Override
    public void close() {
        controller.close();
        try {
            controller.process().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        program.close();
    }
}

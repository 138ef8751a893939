package io.trainyard.launcher.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.programs.DeploymentTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The controller's configuration file as the chart writes it. */
public final class RenderedConfiguration {
    private RenderedConfiguration() {}

    /**
     * One section of the file.
     *
     * @param options of helm, such as {@code --set}
     */
    @SuppressWarnings("unchecked") // keys of YAML are text here
    public static Map<String, Object> section(String name, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "template",
                "trainyard",
                Tool.DEPLOY.resolve("helm/trainyard").toString(),
                "--show-only",
                "templates/config.yaml"));
        arguments.addAll(List.of(options));
        String yaml = new Tool(DeploymentTool.HELM.find())
                .run(arguments.toArray(String[]::new))
                .expectSuccess();
        String file = List.of(yaml.split("(?m)^---$")).stream()
                .filter(each -> each.contains("controller_manager_config.yaml"))
                .map(each -> Serialization.unmarshal(each, ConfigMap.class))
                .findFirst()
                .orElseThrow()
                .getData()
                .get("controller_manager_config.yaml");
        return (Map<String, Object>) Serialization.unmarshal(file, Map.class).get(name);
    }
}

package io.trainyard.launcher.judgement;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.local.admission.PodGroupDefinitions;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a real API server with our definitions and webhooks says of each input: the texts that a laptop is held to ({@link LocalVerdictsTest}). With
 * {@code -Djudgement.update=true} they are written down anew.
 */
@RealCluster(customResourceDefinitions = "../deploy/crds")
@DisplayName("LOCAL-123: the recorded verdicts are those of a real API server")
final class RealVerdictsIT {
    private static final Path RECORDED = Path.of("src/test/resources/judgement/verdicts.yaml");

    @Test
    void theRecordedVerdictsAreTrue(TestCluster cluster, TestNamespace namespace, @TempDir Path folder)
            throws IOException {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        // A laptop has them; so a cluster that is compared with it has them, too.
        PodGroupDefinitions.trees()
                .forEach(definition ->
                        cluster.adminClient().resource(Json.text(definition)).serverSideApply());
        try (ControllerProcess controller = Distribution.startController(folder, cluster.kubeconfig());
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort())) {
            webhooks.awaitAuthority();
            Court court = new Court(cluster.adminClient(), namespace.name());
            court.prepare();
            Input.all().forEach(input -> verdicts.put(input.name(), court.judge(input)));
        } finally {
            cluster.adminClient().resources(ClusterTrainingRuntime.class).delete();
        }
        if (Boolean.getBoolean("judgement.update")) {
            Map<String, Object> tree = new LinkedHashMap<>();
            verdicts.forEach((name, verdict) -> tree.put(name, verdict.toTree()));
            Files.writeString(RECORDED, YamlWriter.write(tree));
            return;
        }
        assertThat(verdicts).isEqualTo(Verdict.recorded());
    }
}

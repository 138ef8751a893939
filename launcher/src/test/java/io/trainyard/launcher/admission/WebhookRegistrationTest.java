package io.trainyard.launcher.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checked-in registrations of the webhooks (section 9.2). */
final class WebhookRegistrationTest {
    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    VAL-03          | mutating.yaml   | defaulter.trainjob.trainer.kubeflow.org               | ["trainjobs"]                   | /mutate-trainer-kubeflow-org-v1alpha1-trainjob
                    VAL-04, API-225 | validating.yaml | validator.trainjob.trainer.kubeflow.org               | ["trainjobs","trainjobs/scale"] | /validate-trainer-kubeflow-org-v1alpha1-trainjob
                    VAL-05          | validating.yaml | validator.trainingruntime.trainer.kubeflow.org        | ["trainingruntimes"]            | /validate-trainer-kubeflow-org-v1alpha1-trainingruntime
                    VAL-06, API-175 | validating.yaml | validator.clustertrainingruntime.trainer.kubeflow.org | ["clustertrainingruntimes"]     | /validate-trainer-kubeflow-org-v1alpha1-clustertrainingruntime
                    """)
    void webhookIsRegistered(String rule, String file, String name, String resources, String path) throws IOException {
        JsonNode configuration = new YAMLMapper()
                .readTree(Path.of("..", "deploy", "webhooks", file).toFile());
        JsonNode webhook = configuration
                .get("webhooks")
                .valueStream()
                .filter(each -> each.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();

        assertThat(webhook.at("/clientConfig/service/path").asText()).isEqualTo(path);
        assertThat(webhook.get("rules")).hasSize(1);
        JsonNode only = webhook.at("/rules/0");
        assertThat(only.get("apiGroups")).hasToString("[\"trainer.kubeflow.org\"]");
        assertThat(only.get("resources")).hasToString(resources);
        assertThat(only.get("operations")).as("VAL-08").hasToString("[\"CREATE\",\"UPDATE\"]");
        assertThat(only.get("apiVersions")).as("T-22").hasToString("[\"v1alpha1\"]");
        assertThat(webhook.get("matchPolicy").asText())
                .as("T-22: the older version is converted and reviewed, too")
                .isEqualTo("Equivalent");
        assertThat(webhook.get("failurePolicy").asText()).isEqualTo("Fail");
        assertThat(webhook.get("sideEffects").asText()).isEqualTo("None");
        assertThat(webhook.get("timeoutSeconds").asInt()).isEqualTo(10);
        assertThat(webhook.get("admissionReviewVersions")).hasToString("[\"v1\"]");
        assertThat(webhook.path("objectSelector").toString())
                .as("VAL-07: only runtimes of the cluster can be installed unseen by anybody")
                .isEqualTo(
                        rule.contains("API-175")
                                ? "{\"matchExpressions\":[{\"key\":\"trainer.kubeflow.org/webhook-validation\",\"operator\":\"NotIn\",\"values\":[\"disabled\"]}]}"
                                : "");
        assertThat(webhook.path("matchConditions").toString())
                .as("VAL-07: those of a namespace only by who may install those of the cluster")
                .contains(rule.startsWith("VAL-05") ? "authorizer.group" : "");
        assertThat(webhook.has("matchConditions")).isEqualTo(rule.startsWith("VAL-05"));
    }
}

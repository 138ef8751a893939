package io.trainyard.core.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LeaseJson (OPS-06)")
final class LeaseJsonTest {
    private static final ZonedDateTime TIME = ZonedDateTime.of(2026, 1, 2, 3, 4, 5, 120_000, ZoneOffset.UTC);

    private final KubernetesSerialization json = new KubernetesSerialization();
    private final Lease lease = new LeaseBuilder()
            .withNewMetadata()
            .withName("trainer")
            .withNamespace("kubeflow-system")
            .withUid("u-1")
            .withResourceVersion("41")
            .addToLabels("team", "\"a\" and b")
            .addToAnnotations("note", "line\nline")
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity("one")
            .withLeaseDurationSeconds(4)
            .withLeaseTransitions(3)
            .withAcquireTime(TIME.minusDays(1))
            .withRenewTime(TIME)
            .endSpec()
            .build();

    @Test
    @DisplayName("it says what the Kubernetes client would say")
    void itIsTheLeaseAsTheClientWritesIt() throws IOException {
        ObjectMapper trees = new ObjectMapper();

        byte[] written = LeaseJson.of(lease).orElseThrow();

        assertThat(trees.readTree(written)).isEqualTo(trees.readTree(json.asJson(lease)));
        assertThat(new String(written, StandardCharsets.UTF_8))
                .contains("\"renewTime\":\"2026-01-02T03:04:05.000120Z\"");
    }

    @Test
    void whatIsMissingIsNotWritten() throws IOException {
        Lease bare = new LeaseBuilder()
                .withNewMetadata()
                .withName("trainer")
                .withNamespace("kubeflow-system")
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity("one")
                .endSpec()
                .build();

        assertThat(new String(LeaseJson.of(bare).orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\","
                                + "\"metadata\":{\"name\":\"trainer\",\"namespace\":\"kubeflow-system\"},\"spec\":{\"holderIdentity\":\"one\"}}");
    }

    @Test
    @DisplayName("a Lease with something that would be lost is left to the client")
    void whatItDoesNotKnowIsNotLost() {
        assertThat(LeaseJson.of(new LeaseBuilder(lease)
                        .editMetadata()
                        .addToFinalizers("somebody.example/wait")
                        .endMetadata()
                        .build()))
                .isEmpty();
        assertThat(LeaseJson.of(new LeaseBuilder(lease)
                        .editMetadata()
                        .addNewOwnerReference()
                        .withName("owner")
                        .endOwnerReference()
                        .endMetadata()
                        .build()))
                .isEmpty();
        assertThat(LeaseJson.of(new LeaseBuilder(lease)
                        .editSpec()
                        .withPreferredHolder("two")
                        .endSpec()
                        .build()))
                .isEmpty();
        assertThat(LeaseJson.of(new LeaseBuilder(lease)
                        .editSpec()
                        .addToAdditionalProperties("newer", "field")
                        .endSpec()
                        .build()))
                .isEmpty();
    }

    @Test
    void theVersionIsFoundWhereverItStands() throws IOException {
        assertThat(
                        version(
                                "{\"kind\": \"Lease\", \"metadata\": {\"managedFields\": [{\"fieldsV1\": {\"resourceVersion\": "
                                        + "\"no\"}}], \"labels\": {\"resourceVersion\": \"no\"}, \"resourceVersion\": \"42\"}, \"spec\": {}}"))
                .isEqualTo("42");
    }

    @Test
    void anAnswerWithoutAVersionIsNoLease() {
        for (String answer : new String[] {
            "", "[]", "{}", "{\"metadata\": {}}", "{\"metadata\": []}", "{\"metadata\": {\"resourceVersion\": null}}"
        }) {
            assertThatThrownBy(() -> version(answer)).as(answer).isInstanceOf(IOException.class);
        }
    }

    private static String version(String answer) throws IOException {
        return LeaseJson.resourceVersion(answer.getBytes(StandardCharsets.UTF_8));
    }
}

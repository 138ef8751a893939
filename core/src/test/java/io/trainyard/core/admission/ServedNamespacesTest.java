package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionRequest.Operation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Reviews for namespaces that are not served (OPS-62)")
final class ServedNamespacesTest {
    /** Whoever is asked says no. */
    private static final AdmissionWebhook STRICT = request ->
            Uni.createFrom().item(AdmissionResponse.refused(403, "Forbidden", "judged", List.of(), List.of()));

    private final ServedNamespaces some = new ServedNamespaces(List.of("team-a", "team-b"));

    @ParameterizedTest
    @ValueSource(strings = {"team-a", "team-b", ""})
    void servedNamespacesAndObjectsOfTheClusterAreJudged(String namespace) {
        assertThat(review(some, namespace, Operation.CREATE).message()).isEqualTo("judged");
    }

    @Test
    void whoeverCreatesSomethingElsewhereIsToldThatNothingWillHappen() {
        AdmissionResponse answer = review(some, "team-c", Operation.CREATE);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.changed()).isEmpty();
        assertThat(answer.warnings())
                .containsExactly("Trainyard does not serve namespace team-c: the TrainJob is not checked, and"
                        + " Trainyard will do nothing with it");
    }

    @ParameterizedTest
    @EnumSource(names = {"UPDATE", "DELETE"})
    void whatElseHappensElsewherePassesInSilence(Operation operation) {
        AdmissionResponse answer = review(some, "team-c", operation);

        assertThat(answer.allowed()).isTrue();
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void withoutAListEveryNamespaceIsJudged() {
        assertThat(review(new ServedNamespaces(List.of()), "anything", Operation.CREATE)
                        .allowed())
                .isFalse();
    }

    private static AdmissionResponse review(ServedNamespaces served, String namespace, Operation operation) {
        AdmissionRequest request = new AdmissionRequest(
                "uid",
                operation,
                "trainer.kubeflow.org",
                "v1alpha1",
                "v1alpha1",
                "TrainJob",
                "",
                namespace,
                "job",
                "someone",
                false,
                Optional.empty(),
                Optional.empty());
        return served.only(STRICT).review(request).await().indefinitely();
    }
}

package io.trainyard.launcher.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.kube.ApiFailure;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OPS-161: what is advised where the API server misses a right")
final class MissingRightTest {
    @Test
    void inANamespaceTheRightAndTheOptionForAnotherNamespaceAreNamed() {
        assertThat(
                        advice(
                                "GET trainjobs: 403 Forbidden: trainjobs.trainer.kubeflow.org \"bert\" is forbidden: User \"ada\" cannot get resource \"trainjobs\" in API group \"trainer.kubeflow.org\" in the namespace \"default\""))
                .isEqualTo(
                        ". You may not get trainjobs in namespace default. Use -n with a namespace in which you may, or ask for the role kubeflow-trainer-edit in default.");
    }

    @Test
    void ofAllNamespacesOneIsToBeNamed() {
        assertThat(
                        advice(
                                "GET trainjobs: 403 Forbidden: trainjobs.trainer.kubeflow.org is forbidden: User \"ada\" cannot list resource \"trainjobs\" in API group \"trainer.kubeflow.org\" at the cluster scope"))
                .isEqualTo(". You may not list trainjobs in all namespaces. Use -n with a namespace in which you may.");
    }

    @Test
    void whatNoNamespaceWouldHelpGetsNoAdvice() {
        assertThat(
                        advice(
                                "POST: 403 Forbidden: clustertrainingruntimes is forbidden: User \"ada\" cannot create resource \"clustertrainingruntimes\" in API group \"trainer.kubeflow.org\" at the cluster scope"))
                .isEmpty();
        assertThat(advice("POST: 403 Forbidden: pods \"p\" is forbidden: exceeded quota: team"))
                .isEmpty();
        assertThat(MissingRight.advice(new IllegalStateException("User \"a\" cannot get")))
                .isEmpty();
    }

    private static String advice(String message) {
        return MissingRight.advice(new ApiFailure(ApiFailure.Kind.FORBIDDEN, 403, "Forbidden", message, null, null));
    }
}

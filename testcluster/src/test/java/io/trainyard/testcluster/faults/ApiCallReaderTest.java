package io.trainyard.testcluster.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiCallReaderTest {
    @ParameterizedTest
    @CsvSource({
        "GET, /api/v1/configmaps, list configmaps, '', ''",
        "GET, /api/v1/namespaces/a/configmaps, list configmaps, a, ''",
        "GET, /api/v1/namespaces/a/configmaps/b, get configmaps, a, b",
        "GET, /api/v1/namespaces/a, get namespaces, '', a",
        "PUT, /api/v1/namespaces/a/finalize, update namespaces/finalize, '', a",
        "PATCH, /apis/trainer.kubeflow.org/v1alpha1/namespaces/a/trainjobs/b/status, patch trainjobs/status, a, b",
        "DELETE, /apis/jobset.x-k8s.io/v1alpha2/namespaces/a/jobsets/b, delete jobsets, a, b",
        "DELETE, /apis/jobset.x-k8s.io/v1alpha2/namespaces/a/jobsets, deletecollection jobsets, a, ''",
        "GET, /readyz, 'get ', '', ''",
    })
    void whatARequestIsAboutIsReadAsTheApiServerDoes(
            String method, String path, String what, String namespace, String name) {
        ApiCall call = read(method, path, Map.of(), "");

        assertThat(call.what()).isEqualTo(what);
        assertThat(call.namespace()).isEqualTo(namespace);
        assertThat(call.name()).isEqualTo(name);
    }

    @Test
    void aWatchIsAListWithAParameter() {
        assertThat(read("GET", "/api/v1/pods", Map.of("watch", "true"), "").verb())
                .isEqualTo("watch");
    }

    @Test
    void theNameOfAnObjectThatIsCreatedStandsInTheBody() {
        ApiCall call = read("POST", "/api/v1/namespaces/a/pods", Map.of(), "{\"metadata\":{\"name\":\"p\"}}");

        assertThat(call.name()).isEqualTo("p");
        assertThat(call.isWrite()).isTrue();
    }

    @Test
    void aWriteSaysWhichObjectItMeansInItsPreconditionsOrInTheObject() {
        assertThat(read("DELETE", "/api/v1/namespaces/a/pods/p", Map.of(), "{\"preconditions\":{\"uid\":\"u\"}}")
                        .statedUid())
                .contains("u");
        assertThat(read("PATCH", "/api/v1/namespaces/a/pods/p", Map.of(), "{\"metadata\":{\"resourceVersion\":\"7\"}}")
                        .statedResourceVersion())
                .contains("7");
        assertThat(read("DELETE", "/api/v1/namespaces/a/pods/p", Map.of(), "").statedUid())
                .isEmpty();
    }

    private static ApiCall read(String method, String path, Map<String, String> query, String body) {
        return ApiCallReader.read(1, "c", method, path, query, new ApiCallReader.Headers("", ""), body);
    }
}

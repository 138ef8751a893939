package io.trainyard.testcluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the API server says of all its kinds in one answer. The garbage collector learns from it what to watch, when it starts and then every 30 seconds; a
 * new kind is served a moment before it is in there.
 */
final class AggregatedDiscovery {
    private static final String ACCEPT = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final long SECONDS = 10;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KubernetesClient client;

    AggregatedDiscovery(KubernetesClient client) {
        this.client = client;
    }

    /** Blocks for one request. */
    boolean has(String group, String version, String plural) {
        return elements(read().path("items"))
                .filter(item -> item.path("metadata").path("name").asText().equals(group))
                .flatMap(item -> elements(item.path("versions")))
                .filter(item -> item.path("version").asText().equals(version))
                .flatMap(item -> elements(item.path("resources")))
                .anyMatch(item -> item.path("resource").asText().equals(plural));
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private JsonNode read() {
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl() + "apis")
                .header("Accept", ACCEPT)
                .build();
        try {
            return MAPPER.readTree(client.getHttpClient()
                    .sendAsync(request, String.class)
                    .get(SECONDS, TimeUnit.SECONDS)
                    .body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking which kinds there are", e);
        } catch (ExecutionException | TimeoutException | JsonProcessingException e) {
            throw new IllegalStateException("the API server does not say which kinds there are", e);
        }
    }
}

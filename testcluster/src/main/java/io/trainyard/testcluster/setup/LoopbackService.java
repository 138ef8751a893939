package io.trainyard.testcluster.setup;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A Service that stands for {@code localhost}, through which the API server calls webhooks without pod networking. The port is the
 * controller's own, so the API server checks the certificate for the Service's name, as in production.
 *
 * @param namespace made with the Service
 * @param name the Service's name
 * @param port where the controller's webhook server listens
 * @param certificate the certificate of that server, in PEM
 */
public record LoopbackService(String namespace, String name, int port, String certificate) {

    /** The namespace and the Service, in the order in which they are to be applied. */
    public List<GenericKubernetesResource> objects() {
        return List.of(
                read(
                        """
                        apiVersion: v1
                        kind: Namespace
                        metadata: {name: %s}
                        """
                                .formatted(namespace)),
                read(
                        """
                        apiVersion: v1
                        kind: Service
                        metadata: {name: %s, namespace: %s}
                        spec: {type: ExternalName, externalName: localhost}
                        """
                                .formatted(name, namespace)));
    }

    /**
     * Webhook configurations that call through this Service.
     *
     * @param manifest webhook configurations, as a YAML stream
     * @param nameOf the name of the configuration that is called so in the manifest
     * @param webhook what becomes of a webhook, which may be changed; empty leaves it out
     */
    public List<GenericKubernetesResource> configurations(
            String manifest,
            Function<String, String> nameOf,
            Function<Map<String, Object>, Optional<Map<String, Object>>> webhook) {
        return YamlDocuments.split(manifest).stream()
                .map(LoopbackService::read)
                .map(each -> pointedHere(each, nameOf, webhook))
                .toList();
    }

    private GenericKubernetesResource pointedHere(
            GenericKubernetesResource configuration,
            Function<String, String> nameOf,
            Function<Map<String, Object>, Optional<Map<String, Object>>> webhook) {
        configuration
                .getMetadata()
                .setName(nameOf.apply(configuration.getMetadata().getName()));
        List<Object> changed = new ArrayList<>();
        for (Object each : list(configuration.getAdditionalProperties().get("webhooks"))) {
            webhook.apply(pointedHere(map(each))).ifPresent(changed::add);
        }
        configuration.setAdditionalProperty("webhooks", changed);
        return configuration;
    }

    private Map<String, Object> pointedHere(Map<String, Object> webhook) {
        String authority = Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII));
        Map<String, Object> clientConfig = map(webhook.get("clientConfig"));
        Map<String, Object> service = map(clientConfig.get("service"));
        service.putAll(Map.of("name", name, "namespace", namespace, "port", port));
        clientConfig.putAll(Map.of("service", service, "caBundle", authority));
        webhook.put("clientConfig", clientConfig);
        return webhook;
    }

    /** Where the API server calls a webhook of such a configuration. */
    static String path(Map<String, Object> webhook) {
        return String.valueOf(
                map(map(webhook.get("clientConfig")).get("service")).get("path"));
    }

    private static GenericKubernetesResource read(String yaml) {
        return Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    }

    private static List<?> list(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException("the webhook manifest has no list 'webhooks'");
    }

    private static Map<String, Object> map(@Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("the webhook manifest lacks an object where one must be");
        }
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, content) -> copy.put(String.valueOf(key), content));
        return copy;
    }
}

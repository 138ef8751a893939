package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Webhook configurations that call a process on this machine: they keep naming their Service, which stands for {@code localhost}, so that the
 * API server checks the certificate for the Service's name, as in production. Closing deletes them; the Service and its namespace stay.
 */
public final class WebhookConfigurations implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final KubernetesClient client;
    private final List<GenericKubernetesResource> installed = new ArrayList<>();

    private WebhookConfigurations(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Installs them.
     *
     * @param folder holds YAML files with one configuration each
     * @param port where the process listens
     */
    public static WebhookConfigurations install(TestCluster cluster, Path folder, int port) {
        WebhookConfigurations configurations = new WebhookConfigurations(cluster.adminClient());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                configurations.install(Files.readString(file), port);
            }
            return configurations;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the webhook configurations in " + folder, e);
        }
    }

    /** Waits until the process has told the API server which certificates to trust. */
    public void awaitAuthority() {
        Poll.until("an authority in every webhook", LIMIT, () -> Optional.of(installed)
                .filter(all -> all.stream().allMatch(this::hasAuthority)));
    }

    /** From now on another process is called. */
    public void callPort(int port) {
        installed.forEach(configuration -> {
            pointTo(configuration, port);
            client.resource(configuration).serverSideApply();
        });
    }

    /** Removes them, runs the action, and puts them back as they were, with the authorities that the process wrote. */
    public void whileRemoved(Runnable action) {
        List<GenericKubernetesResource> live = installed.stream()
                .map(configuration -> client.resource(configuration).get())
                .toList();
        close();
        action.run();
        for (GenericKubernetesResource configuration : live) {
            configuration.getMetadata().setResourceVersion(null);
            configuration.getMetadata().setUid(null);
            client.resource(configuration).create();
        }
    }

    private boolean hasAuthority(GenericKubernetesResource configuration) {
        GenericKubernetesResource live = client.resource(configuration).get();
        return live != null
                && webhooks(live).stream()
                        .allMatch(webhook -> clientConfig(webhook).get("caBundle") != null);
    }

    private void install(String yaml, int port) {
        GenericKubernetesResource configuration = Serialization.unmarshal(yaml, GenericKubernetesResource.class);
        for (Object webhook : webhooks(configuration)) {
            Map<String, Object> service = service(webhook);
            standForThisMachine(String.valueOf(service.get("namespace")), String.valueOf(service.get("name")));
        }
        pointTo(configuration, port);
        client.resource(configuration).serverSideApply();
        installed.add(configuration);
    }

    private static void pointTo(GenericKubernetesResource configuration, int port) {
        for (Object webhook : webhooks(configuration)) {
            service(webhook).put("port", port);
        }
    }

    private static List<?> webhooks(GenericKubernetesResource configuration) {
        return configuration.getAdditionalProperties().get("webhooks") instanceof List<?> webhooks
                ? webhooks
                : List.of();
    }

    private static Map<String, Object> clientConfig(Object webhook) {
        return object(webhook, "clientConfig");
    }

    private static Map<String, Object> service(Object webhook) {
        return object(clientConfig(webhook), "service");
    }

    @SuppressWarnings("unchecked") // keys of a JSON object are texts
    private static Map<String, Object> object(Object tree, String field) {
        if (tree instanceof Map<?, ?> fields && fields.get(field) instanceof Map<?, ?> object) {
            return (Map<String, Object>) object;
        }
        throw new IllegalArgumentException("a webhook configuration lacks the object " + field);
    }

    private void standForThisMachine(String namespace, String service) {
        apply(
                """
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """
                        .formatted(namespace));
        apply(
                """
                apiVersion: v1
                kind: Service
                metadata: {name: %s, namespace: %s}
                spec: {type: ExternalName, externalName: localhost}
                """
                        .formatted(service, namespace));
    }

    private void apply(String yaml) {
        client.resource(Serialization.unmarshal(yaml, GenericKubernetesResource.class))
                .serverSideApply();
    }

    @Override
    public void close() {
        installed.forEach(configuration -> client.resource(configuration).delete());
    }
}

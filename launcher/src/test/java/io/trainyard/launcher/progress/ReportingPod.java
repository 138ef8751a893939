package io.trainyard.launcher.progress;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.ServiceAccountTokenProjection;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A program in a pod that the controller has equipped for reports: address, token and authority are what its kubelet would give it, nothing else. The name of the
 * Service stands for this machine, as a cluster's DNS would have it. All methods block.
 *
 * @param pod as the API server has it
 * @param url value of its variable
 * @param audience whom its token is for, as its volume says
 * @param authority content of the file that its volume has
 */
record ReportingPod(KubernetesClient admin, Pod pod, URI url, String audience, String authority) {
    private static final int SECONDS = 60;

    /** An answer of the server. */
    record Answer(int code, String body, Map<String, String> headers) {}

    static ReportingPod of(KubernetesClient admin, Pod pod) {
        Map<String, String> variables = pod.getSpec().getContainers().get(0).getEnv().stream()
                .filter(each -> each.getValue() != null)
                .collect(Collectors.toMap(EnvVar::getName, EnvVar::getValue));
        List<VolumeProjection> sources = pod.getSpec().getVolumes().stream()
                .filter(volume -> volume.getName().equals("kubeflow-trainer-token"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the pod has no token: " + pod.getSpec()))
                .getProjected()
                .getSources();
        String authority = sources.stream()
                .map(VolumeProjection::getConfigMap)
                .filter(Objects::nonNull)
                .map(source -> admin.configMaps()
                        .inNamespace(pod.getMetadata().getNamespace())
                        .withName(source.getName())
                        .get()
                        .getData()
                        .get("ca.crt"))
                .findFirst()
                .orElseThrow();
        String audience = sources.stream()
                .map(VolumeProjection::getServiceAccountToken)
                .filter(Objects::nonNull)
                .map(ServiceAccountTokenProjection::getAudience)
                .findFirst()
                .orElseThrow();
        return new ReportingPod(
                admin, pod, URI.create(variables.get("KUBEFLOW_TRAINER_SERVER_URL")), audience, authority);
    }

    /** The token of its volume. */
    String token() {
        return token(audience);
    }

    /** A token for somebody else, which it may ask for, too. */
    String token(String otherAudience) {
        return admin.serviceAccounts()
                .inNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getSpec().getServiceAccountName())
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(otherAudience)
                        .withExpirationSeconds(3600L)
                        .withNewBoundObjectRef()
                        .withApiVersion("v1")
                        .withKind("Pod")
                        .withName(pod.getMetadata().getName())
                        .withUid(pod.getMetadata().getUid())
                        .endBoundObjectRef()
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    /** Its own report of progress, to the address that it knows. */
    Answer report(Vertx vertx, int percentage, String time) {
        return reportTo(vertx, url.getPort(), percentage, time);
    }

    /** Its own report of progress, to another replica. */
    Answer reportTo(Vertx vertx, int port, int percentage, String time) {
        return post(
                vertx,
                port,
                "Bearer " + token(),
                "{\"trainerStatus\":{\"progressPercentage\":%d,\"lastUpdatedTime\":\"%s\"}}"
                        .formatted(percentage, time));
    }

    /**
     * Any request.
     *
     * @param authorization the header; empty for none
     */
    Answer post(Vertx vertx, int port, String authorization, String body) {
        return post(vertx, port, url.getPath(), authorization, body);
    }

    Answer post(Vertx vertx, int port, String path, String authorization, String body) {
        HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority)))
                .setSsl(true)
                .setVerifyHost(true));
        RequestOptions request = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setServer(SocketAddress.inetSocketAddress(port, "127.0.0.1"))
                .setHost(url.getHost())
                .setPort(port)
                .setURI(path)
                .setTimeout(Duration.ofSeconds(SECONDS).toMillis());
        if (!authorization.isEmpty()) {
            request.putHeader("Authorization", authorization);
        }
        try {
            return client.request(request)
                    .compose(prepared -> prepared.send(Buffer.buffer(body)))
                    .compose(response -> response.body()
                            .map(content -> new Answer(
                                    response.statusCode(),
                                    content.toString(),
                                    response.headers().entries().stream()
                                            .collect(Collectors.toMap(
                                                    entry -> entry.getKey().toLowerCase(java.util.Locale.ROOT),
                                                    Map.Entry::getValue,
                                                    (first, second) -> first)))))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        } finally {
            client.close();
        }
    }
}

package io.trainyard.core.report.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.BindAddress;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.core.http.HttpListener;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.RequestLimits;
import io.trainyard.core.kube.RequestObserver;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.progress.AppliedStatus;
import io.trainyard.core.progress.ConfigMapHistory;
import io.trainyard.core.progress.ProgressReports;
import io.trainyard.core.report.Report;
import io.trainyard.core.report.StatusPath;
import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("Reports on a real API server (SSRV-13, SSRV-14, SSRV-21, SSRV-23, SSRV-25)")
final class ReportingIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private static final String JOB =
            "{spec: {template: {spec: {restartPolicy: Never, containers: [{name: node, image: example.com/image}]}}}}";

    private final Vertx vertx = Vertx.vertx();
    private final HttpClient http = HttpClient.newHttpClient();
    private KubeClient client;
    private HttpListener server;

    @BeforeEach
    void open(TestCluster cluster) {
        client = KubeClient.open(
                        vertx.getOrCreateContext(),
                        ClientOptions.defaults().withKubeconfig(cluster.kubeconfig()),
                        RequestObserver.NONE)
                .await()
                .atMost(TIMEOUT);
        server = StatusServer.open(
                        vertx, new BindAddress("127.0.0.1", 0), new HttpServerOptions(), context -> service(context))
                .await()
                .atMost(TIMEOUT);
    }

    private StatusServer.Service service(Context context) {
        var time = new VertxTimeSource(context);
        var metrics = new ReportMetrics(new SimpleMeterRegistry());
        KubeApi api = client.requestsOf(context, RequestLimits.DEFAULT, AppliedStatus.FIELD_MANAGER);
        ProgressReports reports = new ProgressReports(new ProgressReports.Setup(
                time, new AppliedStatus(api), new ConfigMapHistory(api), metrics, Duration.ZERO, () -> true));
        return new StatusServer.Service(
                new TokenReviewAccess(api, time, true, metrics),
                new ReportSink() {
                    @Override
                    public Uni<Optional<TrainJob>> find(ResourceKey trainJob) {
                        return api.get(TrainJob.class, trainJob.namespace(), trainJob.name());
                    }

                    @Override
                    public void take(TrainJob trainJob, Report report, String pod) {
                        reports.take(trainJob, report, pod);
                    }
                },
                metrics,
                StatusServer.Limits.DEFAULT);
    }

    @AfterEach
    void close() throws Exception {
        server.close().await().atMost(TIMEOUT);
        client.close().await().atMost(TIMEOUT);
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void aPodReportsForItsOwnJobAndNothingElseOfTheStatusChanges(TestCluster cluster, TestNamespace namespace) {
        KubernetesClient admin = cluster.adminClient();
        ResourceKey bert = new ResourceKey(namespace.name(), "bert");
        trainJob(admin, bert);
        admin.resource(admin.resources(TrainJob.class)
                        .inNamespace(namespace.name())
                        .withName("bert")
                        .get())
                .editStatus(job -> {
                    job.setStatus(
                            Manifests.read("{phase: Running, nodes: 1}", io.trainyard.spi.model.TrainJobStatus.class));
                    return job;
                });
        String token = token(admin, bert, pod(admin, bert, "node-0-0", owned(admin, bert)));

        HttpResponse<String> answer = post(
                bert,
                token,
                "{\"trainerStatus\":{\"progressPercentage\":45,\"metrics\":[{\"name\":\"loss\",\"value\":\"0.5\"}],"
                        + "\"lastUpdatedTime\":\"2026-03-01T10:30:45.123456+00:00\"}}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        await().atMost(TIMEOUT)
                .untilAsserted(() ->
                        assertThat(status(admin, bert).progressPercentage()).isEqualTo(45));
        assertThat(status(admin, bert).lastUpdatedTime()).isEqualTo("2026-03-01T10:30:45Z");
        TrainJob job = job(admin, bert);
        assertThat(job.statusOrEmpty().phase()).isEqualTo("Running");
        assertThat(job.getMetadata().getManagedFields()).anySatisfy(fields -> {
            assertThat(fields.getManager()).isEqualTo("trainer-status");
            assertThat(fields.getOperation()).isEqualTo("Apply");
            assertThat(fields.getSubresource()).isEqualTo("status");
        });

        post(
                bert,
                token,
                "{\"trainerStatus\":{\"progressPercentage\":46,\"lastUpdatedTime\":\"2026-03-01T10:30:50Z\"}}");

        await().atMost(TIMEOUT).untilAsserted(() -> assertThat(status(admin, bert))
                .isEqualTo(new TrainerStatus(46, null, List.of(), "2026-03-01T10:30:50Z")));
    }

    @Test
    void nobodyElseMay(TestCluster cluster, TestNamespace namespace) {
        KubernetesClient admin = cluster.adminClient();
        ResourceKey bert = new ResourceKey(namespace.name(), "bert");
        trainJob(admin, bert);
        OwnerReference job = owned(admin, bert);
        Pod own = pod(admin, bert, "node-0-0", job);
        String report = "{\"trainerStatus\":{\"lastUpdatedTime\":\"2026-03-01T10:30:50Z\"}}";
        String good = token(admin, bert, own);

        assertThat(post(bert, token(admin, bert, pod(admin, bert, "labelled", null)), report)
                        .statusCode())
                .as("a pod that only has the labels")
                .isEqualTo(403);
        job.setUid("5a1a9a0e-0000-4000-8000-000000000000");
        assertThat(post(bert, token(admin, bert, pod(admin, bert, "node-0-1", job)), report)
                        .statusCode())
                .as("a pod of a Job that had the name before")
                .isEqualTo(403);
        assertThat(post(new ResourceKey(namespace.name(), "gpt"), good, report).statusCode())
                .as("for another job")
                .isEqualTo(403);
        assertThat(post(bert, good.substring(0, good.length() - 4) + "AAAA", report)
                        .statusCode())
                .as("a forged signature")
                .isEqualTo(403);
        assertThat(post(bert, good, report).statusCode()).isEqualTo(200);
    }

    @Test
    void theNextTrainJobOfThatNameGetsNothing(TestCluster cluster, TestNamespace namespace) {
        KubernetesClient admin = cluster.adminClient();
        ResourceKey bert = new ResourceKey(namespace.name(), "bert");
        trainJob(admin, bert);
        TrainJob old = job(admin, bert);
        String token = token(admin, bert, pod(admin, bert, "node-0-0", owned(admin, bert)));
        String report = "{\"trainerStatus\":{\"lastUpdatedTime\":\"2026-03-01T10:30:50Z\"}}";
        assertThat(post(bert, token, report).statusCode()).isEqualTo(200);
        admin.resource(job(admin, bert)).delete();
        await().atMost(TIMEOUT).until(() -> job(admin, bert) == null);
        AppliedStatus writer = new AppliedStatus(
                client.requestsOf(vertx.getOrCreateContext(), RequestLimits.DEFAULT, "trainer-status"));
        TrainerStatus status = new TrainerStatus(1, null, List.of(), "2026-03-01T10:30:50Z");
        assertThatThrownBy(() -> writer.write(old, status).await().atMost(TIMEOUT))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.NOT_FOUND));
        create(admin, bert);

        assertThat(post(bert, token, report).statusCode()).isEqualTo(403);
        assertThatThrownBy(() -> writer.write(old, status).await().atMost(TIMEOUT))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.CONFLICT));
        assertThat(job(admin, bert).statusOrEmpty().trainerStatus()).isNull();
    }

    private HttpResponse<String> post(ResourceKey trainJob, String token, String body) {
        try {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + StatusPath.of(trainJob)))
                            .header("Authorization", "Bearer " + token)
                            .POST(BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static void create(KubernetesClient admin, ResourceKey key) {
        TrainJob job = Manifests.trainJob(key.name(), "{runtimeRef: {name: plain}}");
        job.getMetadata().setNamespace(key.namespace());
        job.getMetadata().setUid(null);
        job.getMetadata().setResourceVersion(null);
        admin.resource(job).create();
    }

    private static void trainJob(KubernetesClient admin, ResourceKey key) {
        create(admin, key);
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("trainer")
                        .withNamespace(key.namespace())
                        .endMetadata()
                        .build())
                .create();
    }

    /** Its JobSet and a Job of that, which owns pods. */
    private static OwnerReference owned(KubernetesClient admin, ResourceKey trainJob) {
        OwnerReference owner = owned(
                admin,
                job(admin, trainJob),
                "{apiVersion: jobset.x-k8s.io/v1alpha2, kind: JobSet, spec: {replicatedJobs: [{name: node, template: %s}]}}"
                        .formatted(JOB));
        return owned(
                admin,
                admin.genericKubernetesResources(owner.getApiVersion(), owner.getKind())
                        .inNamespace(trainJob.namespace())
                        .withName(owner.getName())
                        .get(),
                "{apiVersion: batch/v1, kind: Job, %s".formatted(JOB.substring(1)));
    }

    private static OwnerReference owned(KubernetesClient admin, HasMetadata owner, String manifest) {
        GenericKubernetesResource object = Serialization.unmarshal("---\n" + manifest, GenericKubernetesResource.class);
        object.setMetadata(new ObjectMetaBuilder()
                .withName(owner.getMetadata().getName())
                .withNamespace(owner.getMetadata().getNamespace())
                .withOwnerReferences(reference(owner))
                .build());
        return reference(admin.resource(object).create());
    }

    private static OwnerReference reference(HasMetadata object) {
        return new OwnerReferenceBuilder()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .withController(true)
                .build();
    }

    private static Pod pod(KubernetesClient admin, ResourceKey trainJob, String name, @Nullable OwnerReference owner) {
        return admin.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(trainJob.namespace())
                        .withLabels(Map.of("jobset.sigs.k8s.io/jobset-name", trainJob.name()))
                        .withOwnerReferences(owner == null ? List.of() : List.of(owner))
                        .endMetadata()
                        .withNewSpec()
                        .withServiceAccountName("trainer")
                        .addNewContainer()
                        .withName("node")
                        .withImage("registry.example/train:1")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    /** As a kubelet asks for it. */
    private static String token(KubernetesClient admin, ResourceKey trainJob, Pod pod) {
        return admin.serviceAccounts()
                .inNamespace(trainJob.namespace())
                .withName("trainer")
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withAudiences(StatusPath.audience(trainJob))
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

    private static TrainJob job(KubernetesClient admin, ResourceKey key) {
        return admin.resources(TrainJob.class)
                .inNamespace(key.namespace())
                .withName(key.name())
                .get();
    }

    private static TrainerStatus status(KubernetesClient admin, ResourceKey key) {
        TrainerStatus status = job(admin, key).statusOrEmpty().trainerStatus();
        return status == null ? new TrainerStatus(null, null, List.of(), null) : status;
    }
}

package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.CacheRequest;
import io.trainyard.core.kube.ClientOptions;
import io.trainyard.core.kube.Informers;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.kube.KubeClient;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.core.kube.WatchedCache;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.spi.model.TrainJob;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the controller's client speaks with the API server of its own process without a network (LOCAL-203)")
final class DirectApiServerTest {
    private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

    private final Vertx vertx = Vertx.vertx();
    private LocalApiServer server;
    private KubeClient client;
    private KubeApi api;

    @BeforeEach
    void connect() {
        server = await(LocalApiServer.start(vertx, LocalApiOptions.DEFAULT));
        client = await(KubeClient.open(
                vertx.getOrCreateContext(), ClientOptions.defaults(), new DirectApiServer(server.direct())));
        api = client.requests();
    }

    @AfterEach
    void disconnect() {
        await(client.close());
        await(vertx.close());
    }

    @Test
    void objectsLiveAndDieAsInACluster() {
        ConfigMap created = await(api.create(map("a", "1")));
        assertThat(created.getMetadata().getUid()).isNotEmpty();
        assertThat(refusal(api.create(map("a", "1")))).isEqualTo(ApiFailure.Kind.ALREADY_EXISTS);

        await(api.apply(map("a", "2")));
        await(api.mergePatch(ConfigMap.class, "default", "a", Map.of("data", Map.of("more", "3"))));
        ConfigMap found = await(api.get(ConfigMap.class, "default", "a")).orElseThrow();
        assertThat(found.getData()).containsOnly(Map.entry("key", "2"), Map.entry("more", "3"));
        assertThat(found.getMetadata().getManagedFields())
                .extracting(managed -> managed.getManager())
                .containsOnly("trainer");

        assertThat(refusal(api.update(created))).isEqualTo(ApiFailure.Kind.CONFLICT);
        assertThat(await(api.delete(
                        ConfigMap.class,
                        "default",
                        "a",
                        new Preconditions(created.getMetadata().getUid(), ""))))
                .isTrue();
        assertThat(await(api.get(ConfigMap.class, "default", "a"))).isEmpty();
    }

    @Test
    void listsAreReadToTheirEndHoweverLong() {
        for (int i = 0; i < 1_200; i++) {
            await(api.create(map("many-" + i, "1")));
        }

        assertThat(await(api.list(ConfigMap.class, "default", Map.of()))).hasSize(1_200);
    }

    @Test
    void cachesHearWhatHappensAlsoWhenTheirWatchesEndOrAreTooOld() {
        await(api.create(map("first", "1")));
        Informers informers = client.informers();
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        assertThat(names(cache)).containsExactly("first");

        await(api.create(map("second", "1")));
        Awaitility.await().atMost(ONE_MINUTE).until(() -> names(cache).contains("second"));

        await(server.closeWatches());
        await(api.create(map("third", "1")));
        Awaitility.await().atMost(ONE_MINUTE).until(() -> names(cache).contains("third"));

        await(server.expireVersions());
        await(server.closeWatches());
        await(api.create(map("fourth", "1")));
        Awaitility.await().atMost(ONE_MINUTE).until(() -> names(cache).contains("fourth"));
        await(informers.stop());
    }

    @Test
    void aKindThatIsNotServedHoldsNobodyUp() {
        assertThat(await(api.get(TrainJob.class, "default", "a"))).isEmpty();
        Informers informers = client.informers();
        WatchedCache<TrainJob> cache = informers.add(CacheRequest.of(TrainJob.class));

        await(informers.start());

        assertThat(cache.isMissing()).isTrue();
        await(informers.stop());
    }

    @Test
    void logsOfPodsThatWaitAreEmptyAndThoseOfNobodyAreMissing() {
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withName("waits")
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("node")
                .withImage("any")
                .endContainer()
                .endSpec()
                .build();
        await(api.create(pod));

        assertThat(await(api.lastLines("default", "waits", "node", 10))).isEmpty();
        assertThat(await(api.lastLines("default", "nobody", "node", 10))).isEmpty();
    }

    private static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    private static List<String> names(WatchedCache<ConfigMap> cache) {
        return cache.all().stream().map(map -> map.getMetadata().getName()).toList();
    }

    private static ApiFailure.Kind refusal(Uni<?> request) {
        return ((ApiFailure) catchThrowable(() -> await(request)).getCause()).kind();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.subscribeAsCompletionStage().orTimeout(1, TimeUnit.MINUTES).join();
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(1, TimeUnit.MINUTES)
                .join();
    }
}

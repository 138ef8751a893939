package io.trainyard.testcluster.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RealCluster(kind = ClusterKind.BARE)
final class FaultProxyIT {
    private TestCluster cluster;
    private String namespace;
    private FaultProxy proxy;
    private ProxyClient way;
    private KubernetesClient client;

    @BeforeEach
    void start(TestCluster given, TestNamespace where) {
        cluster = given;
        namespace = where.name();
        proxy = given.startFaultProxy();
        way = proxy.open("subject");
        client = client();
    }

    private KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.fromKubeconfig(
                                way.kubeconfig(cluster.kubeconfig()).toFile()))
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout(10_000)
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
    }

    @Test
    void everyRequestIsPassedOnAndRecorded() {
        create("a");
        client.configMaps().inNamespace(namespace).withName("a").delete();

        assertThat(recorded())
                .extracting(record -> record.call().what() + " " + record.call().name() + " " + record.committed())
                .containsExactly("create configmaps a 201", "delete configmaps a 200");
        assertThat(recorded()).extracting(record -> record.call().client()).containsOnly("subject");
        assertThat(recorded().get(0).isCreation()).isTrue();
        assertThat(recorded().get(0).call().bodyHash()).hasSize(64);
    }

    @Test
    void aLostReplyHidesThatTheApiServerHasDoneIt() {
        Injection lost = proxy.inject(Fault.lostReply(), call -> call.what().equals("create configmaps"), 1, 1);

        assertThatThrownBy(() -> create("a")).isInstanceOf(KubernetesClientException.class);
        create("b");

        assertThat(lost.hits()).isEqualTo(1);
        assertThat(exists("a")).isTrue();
        assertThat(recorded())
                .extracting(CallRecord::committed, CallRecord::answered)
                .containsExactly(tuple(201, 0), tuple(201, 201));
    }

    @Test
    void aRefusalOrALostRequestNeverReachesTheApiServer() {
        proxy.inject(Fault.refusal(500), ApiCall::isWrite, 1, 1);
        proxy.inject(Fault.refusal(409), ApiCall::isWrite, 1, 1);
        proxy.inject(Fault.tooManyRequests(Duration.ofSeconds(7)), ApiCall::isWrite, 1, 1);
        proxy.inject(Fault.lostRequest(), ApiCall::isWrite, 1, 1);

        for (int code : List.of(500, 409, 429, -1)) {
            assertThatThrownBy(() -> create("a"))
                    .isInstanceOfSatisfying(KubernetesClientException.class, refusal -> assertThat(refusal.getCode())
                            .isEqualTo(code));
        }
        assertThat(exists("a")).isFalse();
        create("a");
        assertThat(exists("a")).isTrue();
    }

    @Test
    void anActionAfterTheCommitComesBeforeTheReplyAndOneAfterTheReplyBeforeAnythingElse() {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        proxy.inject(Fault.afterCommit(() -> order.add(exists("a") ? "committed" : "too early")), call -> call.name()
                .equals("a"));
        create("a");
        order.add("answered");
        proxy.inject(Fault.afterReply(way::disconnect), call -> call.name().equals("b"));
        create("b");

        assertThat(order).containsExactly("committed", "answered");
        assertThatThrownBy(() -> create("c")).isInstanceOf(KubernetesClientException.class);
        assertThat(exists("c")).isFalse();
        way.reconnect();
        create("c");
    }

    @Test
    void aHeldWatchTellsNothingUntilItIsReleasedAndAnExpiredOneIsListedAnew() {
        try (SharedIndexInformer<ConfigMap> seen =
                client.configMaps().inNamespace(namespace).inform()) {
            create("before");
            await(() -> names(seen).contains("before"));

            WatchHold hold = proxy.holdWatches(call -> call.isOf("configmaps"));
            create("a");
            await(() -> hold.held() > 0);
            assertThat(names(seen)).doesNotContain("a");
            hold.release();
            await(() -> names(seen).contains("a"));

            WatchHold second = proxy.holdWatches(call -> call.isOf("configmaps"));
            create("b");
            await(() -> second.held() > 0);
            second.expire();
            await(() -> names(seen).contains("b"));
            assertThat(proxy.calls(
                            record -> record.call().isList() && record.call().isOf("configmaps")))
                    .as("lists")
                    .hasSize(2);
        }
    }

    @Test
    void aPastViewShowsWhatWasUntilItCatchesUp() {
        create("old");
        String then = cluster.resourceVersion();
        create("new");
        client.configMaps().inNamespace(namespace).withName("old").delete();
        PastView past = proxy.showThePast(call -> call.isOf("configmaps"), then);
        try (SharedIndexInformer<ConfigMap> seen =
                client.configMaps().inNamespace(namespace).inform()) {
            assertThat(names(seen)).contains("old").doesNotContain("new");
            assertThat(client.configMaps()
                            .inNamespace(namespace)
                            .withName("old")
                            .get())
                    .as("who asks for the present gets it")
                    .isNull();
            create("written");

            past.catchUp();

            await(() -> names(seen).containsAll(List.of("new", "written"))
                    && !names(seen).contains("old"));
        }
    }

    @Test
    void aFailpointIsReachedBeforeTheClientHearsOfAnEvent() {
        try (SharedIndexInformer<ConfigMap> seen =
                client.configMaps().inNamespace(namespace).inform()) {
            List<Boolean> known = Collections.synchronizedList(new ArrayList<>());
            Trigger trigger = proxy.at(
                    Failpoint.BEFORE_EVENT,
                    moment -> moment.eventType().equals("ADDED")
                            && "a"
                                    .equals(moment.object()
                                            .getJsonObject("metadata")
                                            .getString("name")),
                    () -> known.add(names(seen).contains("a")));
            create("a");
            await(() -> names(seen).contains("a"));

            assertThat(trigger.fired()).isTrue();
            assertThat(known).containsExactly(false);
        }
    }

    @Test
    void latencyIsAddedToRequests() {
        proxy.setLatency(Duration.ofMillis(300));
        long begin = System.nanoTime();
        create("a");

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(299));
    }

    @Test
    void clientsThatPreferHttp2GetIt() throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            HttpVersion version = vertx.createHttpClient(new HttpClientOptions()
                            .setSsl(true)
                            .setTrustAll(true)
                            .setUseAlpn(true)
                            .setProtocolVersion(HttpVersion.HTTP_2))
                    .request(HttpMethod.GET, URI.create(way.url()).getPort(), "127.0.0.1", "/version")
                    .compose(request -> request.send())
                    .compose(response -> response.body().map(body -> response.version()))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);

            assertThat(version).isEqualTo(HttpVersion.HTTP_2);
        } finally {
            vertx.close();
        }
    }

    private void create(String name) {
        client.resource(configMap(name)).create();
    }

    private ConfigMap configMap(String name) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withData(Map.of("key", "value"))
                .build();
    }

    private boolean exists(String name) {
        return cluster.adminClient()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName(name)
                        .get()
                != null;
    }

    private List<CallRecord> recorded() {
        return proxy.calls(record ->
                record.call().namespace().equals(namespace) && record.call().isWrite());
    }

    private static List<String> names(SharedIndexInformer<ConfigMap> seen) {
        return seen.getStore().list().stream()
                .map(object -> object.getMetadata().getName())
                .toList();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time").isLessThan(end);
            LockSupport.parkNanos(20_000_000);
        }
    }
}

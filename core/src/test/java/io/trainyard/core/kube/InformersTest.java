package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.core.kube.ScriptedApiServer.Received;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Informers (FAB-30 to FAB-46, PIPE-06)")
final class InformersTest extends ScriptedCluster {
    private static final String MAPS = "/api/v1/configmaps";
    private static final String WITNESSES = "/apis/example.com/v1/witnesses";

    private final List<String> events = new CopyOnWriteArrayList<>();
    private Informers informers;

    @BeforeEach
    void makeCaches() {
        informers = client.informers(time);
    }

    @AfterEach
    void closeCaches() {
        await(informers.stop());
    }

    @Test
    @DisplayName("probes ask about caches while plugins still bring some (OPS-07)")
    void healthIsAskedForWhileCachesAreAdded() {
        CompletableFuture<Void> probes = CompletableFuture.runAsync(() -> {
            while (informers.health().size() < 2_000) {
                Thread.onSpinWait();
            }
        });

        IntStream.range(0, 2_000).forEach(i -> informers.add(CacheRequest.of(ConfigMap.class)));

        assertThat(probes).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void theFirstListIsMarkedAndLaterEventsAreNot() {
        list(MAPS, "10", map("a", "1", "ua"), map("b", "2", "ub"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        assertThat(cache.isSynced()).isFalse();
        assertThat(cache.all()).isEmpty();

        await(informers.start());

        assertThat(cache.isSynced()).isTrue();
        assertThat(events).containsExactlyInAnyOrder("first a@1", "first b@2");
        watch(MAPS).send("ADDED", map("c", "11", "uc"));
        watch(MAPS).send("MODIFIED", map("a", "12", "ua"));
        watch(MAPS).send("DELETED", map("b", "13", "ub"));
        await().atMost(ONE_MINUTE).until(() -> events.size() == 5);
        assertThat(events.subList(2, 5)).containsExactly("added c@11", "updated a@1 to a@12", "deleted b@13");
        assertThat(cache.all()).hasSize(2);
        assertThat(cache.find(new ResourceKey("demo", "a"))).isPresent();
        assertThat(cache.find(new ResourceKey("demo", "b"))).isEmpty();
        assertThat(cache.inNamespace("demo")).hasSize(2);
        assertThat(cache.inNamespace("other")).isEmpty();
    }

    @Test
    @DisplayName("managed fields and kubectl's copy are dropped and the transform is applied (FAB-34)")
    void whatNobodyReadsIsDropped() {
        list(
                MAPS,
                "10",
                """
                {"metadata": {"name": "a", "namespace": "demo", "uid": "u", "resourceVersion": "1",
                  "managedFields": [{"manager": "x"}],
                  "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}", "keep": "me"}},
                 "data": {"big": "text"}}
                """);
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class).transformedBy(map -> {
            map.setData(Map.of());
            return map;
        }));

        await(informers.start());

        ConfigMap kept = cache.find(new ResourceKey("demo", "a")).orElseThrow();
        assertThat(kept.getMetadata().getManagedFields()).isEmpty();
        assertThat(kept.getMetadata().getAnnotations()).containsOnly(Map.entry("keep", "me"));
        assertThat(kept.getData()).isEmpty();
    }

    @Test
    void objectsAreFoundByIndexAndUnknownIndexesAreNamed() {
        list(MAPS, "10", map("a", "1", "ua"), map("b", "2", "ub"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class)
                .indexedBy("uid", map -> List.of(map.getMetadata().getUid())));

        await(informers.start());

        assertThat(cache.byIndex("uid", "ub"))
                .extracting(map -> map.getMetadata().getName())
                .containsExactly("b");
        assertThat(cache.byIndex("uid", "nobody")).isEmpty();
        assertThatThrownBy(() -> cache.byIndex("owner", "x")).hasMessageContaining("no index owner");
    }

    @Test
    void labelsAndNamespaceNarrowTheListAndTheWatch() {
        String path = "/api/v1/namespaces/demo/configmaps";
        list(path, "10");
        add(CacheRequest.of(ConfigMap.class).inNamespace("demo").withLabels(Map.of("a", "b")));

        await(informers.start());
        await().atMost(ONE_MINUTE).until(() -> !server.watches().isEmpty());

        assertThat(server.watches().get(0).path()).isEqualTo(path);
        assertThat(server.watches().get(0).query())
                .contains("labelSelector=a%3Db")
                .contains("resourceVersion=10");
        assertThat(server.received("GET"))
                .extracting(Received::query)
                .anyMatch(query -> query.contains("labelSelector=a%3Db") && query.contains("resourceVersion=0"));
    }

    @Test
    @DisplayName(
            "first lists, watch events and lists after an expired watch are parsed on threads of their own (FAB-33)")
    void nothingIsParsedOnAnEventLoop() {
        list(WITNESSES, "10", witness("a", "1"));
        WatchedCache<Witness> cache = addWitnesses();
        await(informers.start());
        assertThat(reader(cache, "a")).startsWith("kube-watch");

        watch(WITNESSES).send("ADDED", witness("b", "11"));
        await().atMost(ONE_MINUTE).until(() -> cache.all().size() == 2);
        assertThat(reader(cache, "b")).startsWith("kube-watch");

        list(WITNESSES, "20", witness("c", "15"));
        expire(WITNESSES);
        await().atMost(ONE_MINUTE)
                .until(() -> cache.find(new ResourceKey("demo", "c")).isPresent());
        assertThat(reader(cache, "c")).startsWith("kube-watch");
    }

    @Test
    @DisplayName("after 410 a new list tells what was added, changed and deleted meanwhile (FAB-37, FAB-43)")
    void anExpiredWatchLosesNothing() {
        list(
                MAPS,
                "10",
                map("kept", "1", "u1"),
                map("changed", "2", "u2"),
                map("gone", "3", "u3"),
                map("twin", "4", "u4"));
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        events.clear();

        list(
                MAPS,
                "20",
                map("kept", "1", "u1"),
                map("changed", "15", "u2"),
                map("new", "16", "u5"),
                map("twin", "17", "u6"));
        expire(MAPS);

        await().atMost(ONE_MINUTE).until(() -> events.size() == 5);
        assertThat(events)
                .containsExactlyInAnyOrder(
                        "updated changed@2 to changed@15",
                        "added new@16",
                        "deleted gone@3",
                        "deleted twin@4",
                        "added twin@17");
    }

    @Test
    void aServerThatComesBackIsWatchedAgainFromTheLastVersion() {
        list(MAPS, "10", map("a", "1", "ua"));
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS).send("MODIFIED", map("a", "12", "ua"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("updated a@1 to a@12"));

        server.crash();
        await().atMost(ONE_MINUTE).until(() -> !health().connected());
        server.restart();

        await().atMost(Duration.ofSeconds(20)).until(() -> !server.watches().isEmpty());
        assertThat(server.watches().get(0).query()).contains("resourceVersion=12");
        watch(MAPS).send("DELETED", map("a", "13", "ua"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("deleted a@13"));
        await().atMost(ONE_MINUTE).until(() -> health().connected());
    }

    @Test
    @DisplayName("a kind that is not served holds nobody up, is named, and is watched once it is served (PIPE-06)")
    void aKindThatIsNotServedHoldsNobodyUp() {
        list(MAPS, "10", map("a", "1", "ua"));
        add(CacheRequest.of(ConfigMap.class));
        WatchedCache<Witness> missing = addWitnesses();

        await(informers.start());

        assertThat(missing.isSynced()).isFalse();
        CacheHealth health = onOwner(() -> informers.health().get(1));
        assertThat(health.synced()).isFalse();
        assertThat(health.problem()).contains("witnesses.example.com").contains("CRD");

        list(WITNESSES, "10", witness("w", "1"));
        advance(Duration.ofSeconds(29));
        assertThat(missing.isSynced()).isFalse();
        advance(Duration.ofSeconds(2));
        await().atMost(ONE_MINUTE).until(missing::isSynced);
        await().atMost(ONE_MINUTE)
                .until(() -> onOwner(() -> informers.health().get(1)).problem().isEmpty());
    }

    @Test
    @DisplayName(
            "a kind that is removed is missing again, without noise, and watched anew when it comes back (GANG-60, GANG-62)")
    void aKindThatIsRemovedAndComesBack() {
        AtomicInteger appearances = new AtomicInteger();
        list(WITNESSES, "10", witness("w", "1"));
        WatchedCache<Witness> cache =
                onOwner(() -> informers.add(CacheRequest.of(Witness.class).whenServed()));
        cache.onAppearance(appearances::incrementAndGet);
        await(informers.start());
        assertThat(cache.isMissing()).isFalse();
        assertThat(appearances).hasValue(0);

        server.always(
                "GET", WITNESSES, ignored -> Answer.status(404, "NotFound", "the server could not find the resource"));
        expire(WITNESSES);
        await().atMost(ONE_MINUTE).until(cache::isMissing);
        assertThat(cache.isSynced()).isFalse();
        assertThat(onOwner(() -> informers.health().get(0)).required()).isFalse();

        list(WITNESSES, "20", witness("again", "12"));
        advance(Duration.ofSeconds(31));
        await().atMost(ONE_MINUTE).until(cache::isSynced);
        await().atMost(ONE_MINUTE).until(() -> appearances.get() == 1);
        assertThat(cache.isMissing()).isFalse();
        assertThat(cache.find(new ResourceKey("demo", "again"))).isPresent();
    }

    @Test
    @DisplayName("a kind that a restored store does not have leaves no watch of before behind (GANG-60, GANG-62)")
    void aKindThatIsGoneAfterARestoreIsWatchedNoMore() {
        list(WITNESSES, "10", witness("w", "1"));
        WatchedCache<Witness> cache =
                onOwner(() -> informers.add(CacheRequest.of(Witness.class).whenServed()));
        await(informers.start());
        watch(WITNESSES);

        server.always(
                "GET", WITNESSES, ignored -> Answer.status(404, "NotFound", "the server could not find the resource"));
        onOwner(() -> {
            informers.openers().forEach(opener -> opener.reopen(WatchObserver.Reason.RESTORED));
            return true;
        });
        advance(Duration.ofSeconds(2));

        await().atMost(ONE_MINUTE).until(cache::isMissing);
        await().atMost(ONE_MINUTE).until(() -> server.watches().isEmpty());
    }

    @Test
    @DisplayName("nobody waits for a kind of an add-on that may not be listed, and it is tried again (GANG-61)")
    void anAddOnThatMayNotBeListedHoldsNobodyUp() {
        server.next("GET", WITNESSES, Answer.status(403, "Forbidden", "not you"));
        WatchedCache<Witness> cache =
                onOwner(() -> informers.add(CacheRequest.of(Witness.class).whenServed()));

        await(informers.start());

        assertThat(cache.isSynced()).isFalse();
        assertThat(cache.isMissing()).isFalse();
        list(WITNESSES, "10", witness("w", "1"));
        advance(Duration.ofSeconds(2));
        await().atMost(ONE_MINUTE).until(cache::isSynced);
    }

    @Test
    @DisplayName(
            "a kind of an add-on that is not installed is not listed, since the right to is granted only where it is (OPS-50)")
    void anAddOnThatIsNotInstalledIsNotListed() {
        server.always("GET", WITNESS_VERSION, ignored -> Answer.status(404, "", "404 page not found"));
        server.always("GET", WITNESSES, ignored -> Answer.status(403, "Forbidden", "not you"));
        WatchedCache<Witness> cache =
                onOwner(() -> informers.add(CacheRequest.of(Witness.class).whenServed()));

        await(informers.start());

        assertThat(cache.isMissing()).isTrue();
        assertThat(server.received("GET")).noneMatch(request -> request.path().equals(WITNESSES));
    }

    @Test
    void aRefusedListIsReportedAndTriedAgain() {
        server.next("GET", MAPS, Answer.status(403, "Forbidden", "not you"));
        list(MAPS, "10");
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));

        CompletableFuture<Void> started = informers.start().subscribeAsCompletionStage();
        await().atMost(ONE_MINUTE).until(() -> health().problem().contains("not you"));
        assertThat(started).isNotDone();
        advance(Duration.ofSeconds(2));

        await().atMost(ONE_MINUTE).until(cache::isSynced);
        await().atMost(ONE_MINUTE).until(started::isDone);
        assertThat(health().problem()).isEmpty();
    }

    @Test
    @DisplayName(
            "who wants metadata only asks for that, in lists and watches, and takes what an API server sends that cannot (PIPE-90)")
    void metadataOnly() {
        list(
                MAPS,
                "10",
                "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"a\",\"namespace\":\"demo\",\"uid\":\"ua\",\"resourceVersion\":\"1\"}}");
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class).metadataOnly());
        await(informers.start());
        assertThat(events).containsExactly("first a@1");

        watch(MAPS)
                .send(
                        "ADDED",
                        "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"name\":\"b\",\"namespace\":\"demo\",\"uid\":\"ub\",\"resourceVersion\":\"11\"}}");
        watch(MAPS).send("ADDED", map("c", "12", "uc"));

        await().atMost(ONE_MINUTE).until(() -> cache.all().size() == 3);
        assertThat(watch(MAPS).socket().headers().get("Accept"))
                .contains("as=PartialObjectMetadata;")
                .as("an API server ends a watch for which it may choose the form of a list")
                .doesNotContain("List");
        assertThat(server.received("GET"))
                .allSatisfy(list -> assertThat(list.headers().entrySet())
                        .anyMatch(header -> header.getKey().equalsIgnoreCase("accept")
                                && header.getValue().contains("as=PartialObjectMetadataList")));
    }

    @Test
    @DisplayName("whether a kind is served is asked with one object's metadata, not with all that is stored (FAB-84)")
    void theFirstQuestionIsSmall() {
        list(MAPS, "10");
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());

        ScriptedApiServer.Received question = server.received("GET").get(0);
        assertThat(question.query()).as("for version 0 the limit is ignored").isEqualTo("limit=1");
        assertThat(question.headers().entrySet())
                .anyMatch(header -> header.getKey().equalsIgnoreCase("accept")
                        && header.getValue().contains("as=PartialObjectMetadataList"));
    }

    @Test
    void newsAreEventsAndBookmarks() {
        list(MAPS, "10");
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        await().atMost(ONE_MINUTE).until(() -> !server.watches().isEmpty());
        advance(Duration.ofSeconds(60));
        assertThat(health().sinceLastNews()).isGreaterThanOrEqualTo(Duration.ofSeconds(50));

        watch(MAPS)
                .send(
                        "BOOKMARK",
                        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"99\"}}");

        await().atMost(ONE_MINUTE).until(() -> health().sinceLastNews().isZero());
    }

    @Test
    void aListenerThatFailsDoesNotKeepTheOthersFromHearing() {
        list(MAPS, "10", map("a", "1", "ua"));
        WatchedCache<ConfigMap> cache = client.informers(time).add(CacheRequest.of(ConfigMap.class));
        assertThat(cache.isSynced()).isFalse();
        WatchedCache<ConfigMap> other = informers.add(CacheRequest.of(ConfigMap.class));
        other.addListener(new Failing());
        other.addListener(new Recorder<>());

        await(informers.start());

        await().atMost(ONE_MINUTE).until(() -> events.contains("first a@1"));
    }

    @Test
    void afterTheStopNobodyIsToldAndTheContentCanStillBeRead() {
        list(MAPS, "10", map("a", "1", "ua"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        await().atMost(ONE_MINUTE).until(() -> !server.watches().isEmpty());

        await(informers.stop());

        await().atMost(ONE_MINUTE).until(() -> server.watches().isEmpty());
        assertThat(cache.all()).hasSize(1);
    }

    @Test
    void aCacheCannotBeAddedLater() {
        await(informers.start());

        assertThatThrownBy(() -> informers.add(CacheRequest.of(ConfigMap.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before");
    }

    @SuppressWarnings("deprecation") // the handshake is what is cut
    @Test
    @DisplayName("watches whose connections are cut in the moment in which they open are opened again (FAB-31)")
    void aWatchThatIsCutWhileItOpensIsOpenedAgain() {
        List<String> paths = IntStream.range(0, 20)
                .mapToObj(number -> "/api/v1/namespaces/n" + number + "/configmaps")
                .toList();
        Set<String> cut = ConcurrentHashMap.newKeySet();
        server.onWatch(watch -> {
            if (cut.add(watch.path())) {
                watch.socket().accept();
                watch.cut();
            }
        });
        for (int number = 0; number < paths.size(); number++) {
            list(paths.get(number), "10");
            add(CacheRequest.of(ConfigMap.class).inNamespace("n" + number));
        }

        await(informers.start());

        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(server.watches())
                .extracting(ScriptedApiServer.Watch::path)
                .containsExactlyInAnyOrderElementsOf(paths));
        assertThat(cut).hasSize(paths.size());
    }

    private WatchedCache<ConfigMap> add(CacheRequest<ConfigMap> request) {
        WatchedCache<ConfigMap> cache = informers.add(request);
        cache.addListener(new Recorder<>());
        return cache;
    }

    private WatchedCache<Witness> addWitnesses() {
        return informers.add(CacheRequest.of(Witness.class));
    }

    private static String reader(WatchedCache<Witness> cache, String name) {
        return cache.find(new ResourceKey("demo", name)).orElseThrow().reader();
    }

    private void expire(String path) {
        watch(path)
                .send(
                        "ERROR",
                        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}");
    }

    private CacheHealth health() {
        return onOwner(() -> informers.health().get(0));
    }

    private static String map(String name, String version, String uid) {
        return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"demo\",\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + version + "\"}}";
    }

    private static String witness(String name, String version) {
        return "{\"kind\":\"Witness\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"demo\",\"uid\":\"u" + name + "\",\"resourceVersion\":\"" + version
                + "\"},\"text\":\"x\"}";
    }

    private static final class Failing implements ObjectCache.Listener<ConfigMap> {
        @Override
        public void added(ConfigMap object, boolean initial) {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public void updated(ConfigMap previous, ConfigMap object) {}

        @Override
        public void deleted(ConfigMap object) {}
    }

    private final class Recorder<T extends HasMetadata> implements ObjectCache.Listener<T> {
        @Override
        public void added(T object, boolean initial) {
            events.add((initial ? "first " : "added ") + text(object));
        }

        @Override
        public void updated(T previous, T object) {
            events.add("updated " + text(previous) + " to " + text(object));
        }

        @Override
        public void deleted(T object) {
            events.add("deleted " + text(object));
        }

        private String text(T object) {
            return object.getMetadata().getName() + "@" + object.getMetadata().getResourceVersion();
        }
    }
}

package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.impl.cache.Reflector;
import io.trainyard.core.kube.WatchObserver.Reason;
import io.trainyard.core.kube.WatchObserver.Result;
import io.trainyard.spi.model.ResourceKey;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A watch that goes wrong (FAB-80 to FAB-83, OPS-100)")
final class WatchFaultsTest extends ScriptedCluster {
    private static final String MAPS = "/api/v1/configmaps";

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<String> observed = new CopyOnWriteArrayList<>();
    private Informers informers;

    @BeforeEach
    void makeCaches() {
        informers = client.informers(time).observedBy(new WatchObserver() {
            @Override
            public void reopened(String kind, Reason reason) {
                observed.add("reopened " + kind + " " + reason);
            }

            @Override
            public void compared(String kind, Result result) {
                observed.add("compared " + kind + " " + result);
            }

            @Override
            public void missed(String kind, int objects) {
                observed.add("missed " + kind + " " + objects);
            }
        });
    }

    @AfterEach
    void closeCaches() {
        await(informers.stop());
    }

    @Test
    @DisplayName(
            "one that ended for good is opened anew after a while: readers keep what they had, and listeners hear only what is different (FAB-80)")
    void anEndedWatchIsOpenedAnew() throws Exception {
        list(MAPS, "10", map("kept", "1"), map("changed", "2"), map("gone", "3"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);
        events.clear();
        list(MAPS, "20", map("kept", "1"), map("changed", "15"), map("new", "16"));

        end(cache);
        await().atMost(ONE_MINUTE).until(() -> observed.contains("reopened configmaps ENDED"));
        assertThat(cache.isSynced()).isTrue();
        assertThat(cache.all()).hasSize(3);
        advance(Duration.ofSeconds(1));

        await().atMost(ONE_MINUTE).until(() -> events.size() == 3);
        assertThat(events)
                .containsExactlyInAnyOrder("updated changed@2 to changed@15", "deleted gone@3", "added new@16");
        assertThat(names(cache)).containsExactlyInAnyOrder("kept", "changed", "new");
        await().atMost(ONE_MINUTE).until(() -> watch(MAPS).query().contains("resourceVersion=20"));
        watch(MAPS).send("ADDED", map("later", "21"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("added later@21"));
        assertThat(observed).containsExactly("reopened configmaps ENDED");
    }

    @SuppressWarnings("deprecation") // as the API server does: an answer instead of a handshake
    @Test
    @DisplayName(
            "a kind that is listed but cannot be watched is opened anew, and in the end is without hope (FAB-81, OPS-100)")
    void aKindThatCannotBeWatched() {
        server.onWatch(watch -> watch.socket().reject(403));
        list(MAPS, "10", map("a", "1"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());

        until(() -> observed.contains("reopened configmaps STUCK"), Duration.ofMinutes(3));
        assertThat(cache.isSynced()).isTrue();
        assertThat(onOwner(() -> informers.hopelessKinds())).isEmpty();
        until(() -> !informers.hopelessKinds().isEmpty(), Duration.ofMinutes(25));

        assertThat(onOwner(() -> informers.hopelessKinds())).containsExactly("configmaps");
        assertThat(onOwner(() -> informers.health().get(0)).sinceGood()).isGreaterThan(Duration.ofMinutes(14));
        server.onWatch(watch -> {});
        until(() -> informers.hopelessKinds().isEmpty(), Duration.ofMinutes(15));
    }

    @Test
    @DisplayName("an API server that is away for an hour is no reason to give up (OPS-100)")
    void anApiServerThatIsAway() {
        list(MAPS, "10", map("a", "1"));
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);

        server.crash();
        await().atMost(ONE_MINUTE)
                .until(() -> !onOwner(() -> informers.health().get(0)).connected());
        for (int minute = 0; minute < 60; minute++) {
            advance(Duration.ofMinutes(1));
            assertThat(onOwner(() -> informers.hopelessKinds())).isEmpty();
        }
        server.restart();
        long lists = lists();

        await().atMost(Duration.ofSeconds(20)).until(() -> !server.watches().isEmpty());
        advance(Duration.ofMinutes(1));
        assertThat(onOwner(() -> informers.health().get(0)).sinceGood()).isLessThan(Duration.ofSeconds(30));
        assertThat(server.received("GET").stream()
                        .skip(lists)
                        .filter(list -> list.query().startsWith("resourceVersion=0"))
                        .toList())
                .as("the client came back by itself")
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                StackOverflowError.class,
                OutOfMemoryError.class,
                NoClassDefFoundError.class,
                IllegalStateException.class
            })
    @DisplayName("a listener that fails with whatever it is hears of the object again, the others at once (FAB-82)")
    void aListenerThatFailsIsToldAgain(Class<? extends Throwable> kind) {
        AtomicInteger failures = new AtomicInteger(2);
        List<String> heard = new CopyOnWriteArrayList<>();
        list(MAPS, "10");
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));
        cache.addListener(new Recorder(heard) {
            @Override
            public void added(ConfigMap object, boolean initial) {
                if (failures.getAndDecrement() > 0) {
                    throw sneaky(kind);
                }
                super.added(object, initial);
            }
        });
        cache.addListener(new Recorder(events));
        await(informers.start());

        watch(MAPS).send("ADDED", map("a", "11"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("added a@11"));
        assertThat(cache.find(new ResourceKey("demo", "a"))).isPresent();
        until(() -> heard.contains("added a@11"), Duration.ofSeconds(10));

        watch(MAPS).send("MODIFIED", map("a", "12"));
        await().atMost(ONE_MINUTE).until(() -> heard.contains("updated a@11 to a@12"));
    }

    @Test
    @DisplayName("what is told again late ends with how the object is by then (FAB-82)")
    void theLastWordIsTheTruth() {
        AtomicInteger failures = new AtomicInteger(1);
        List<String> heard = new CopyOnWriteArrayList<>();
        list(MAPS, "10", map("a", "1"));
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));
        cache.addListener(new Recorder(heard) {
            @Override
            public void deleted(ConfigMap object) {
                if (failures.getAndDecrement() > 0) {
                    throw new StackOverflowError("on purpose");
                }
                super.deleted(object);
            }
        });
        await(informers.start());
        watch(MAPS).send("DELETED", map("a", "11"));
        watch(MAPS).send("ADDED", map("a", "12"));
        await().atMost(ONE_MINUTE).until(() -> heard.contains("added a@12"));

        until(() -> heard.size() == 4, Duration.ofSeconds(10));

        assertThat(heard).containsExactly("first a@1", "added a@12", "deleted a@11", "updated a@12 to a@12");
    }

    @Test
    @DisplayName(
            "an Error in what is made of an object leaves the object in the cache, and the watch is opened anew (FAB-82)")
    void anErrorInATransform() {
        AtomicInteger failures = new AtomicInteger(1);
        list(MAPS, "10");
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class).transformedBy(map -> {
            if (failures.getAndDecrement() > 0) {
                throw new NoClassDefFoundError("on purpose");
            }
            map.setData(Map.of("transformed", "yes"));
            return map;
        }));
        await(informers.start());

        watch(MAPS).send("ADDED", map("a", "11"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("added a@11"));
        assertThat(names(cache)).containsExactly("a");
        list(MAPS, "12", map("a", "11"));
        until(() -> data(cache, "a").containsKey("transformed"), Duration.ofSeconds(10));

        assertThat(observed).containsExactly("reopened configmaps ERROR");
    }

    @Test
    @DisplayName(
            "an Error in an index leaves the object in the cache, and it is filed when the watch has been opened anew (FAB-82)")
    void anErrorInAnIndex() {
        AtomicInteger failures = new AtomicInteger(1);
        list(MAPS, "10");
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class).indexedBy("name", map -> {
            if (failures.getAndDecrement() > 0) {
                throw new StackOverflowError("on purpose");
            }
            return List.of(map.getMetadata().getName());
        }));
        await(informers.start());

        watch(MAPS).send("ADDED", map("a", "11"));
        await().atMost(ONE_MINUTE).until(() -> names(cache).contains("a"));
        list(MAPS, "12", map("a", "11"));
        until(() -> cache.byIndex("name", "a").size() == 1, Duration.ofSeconds(10));

        assertThat(observed).containsExactly("reopened configmaps ERROR");
    }

    @Test
    @DisplayName(
            "a kind that a write found missing is looked at again although its watch is open: who waits for it hears when it is back (PIPE-06)")
    void aKindThatIsRemovedAndBackBeforeItsWatchNotices() {
        AtomicInteger appearances = new AtomicInteger();
        list(MAPS, "10", map("before", "1"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        cache.onAppearance(appearances::incrementAndGet);
        await(informers.start());
        watch(MAPS);
        list(MAPS, "20", map("after", "15"));

        onOwner(() -> {
            cache.doubt();
            cache.doubt();
            return true;
        });
        until(() -> appearances.get() == 1, Duration.ofSeconds(10));

        assertThat(names(cache)).containsExactly("after");
        assertThat(observed).containsExactly("reopened configmaps DOUBTED");
    }

    @Test
    @DisplayName("a comparison finds what was missed, counts it and puts it right (FAB-83)")
    void aComparisonPutsRightWhatWasMissed() {
        informers.comparedEvery(Duration.ofHours(1));
        list(MAPS, "10", map("kept", "1"), map("changed", "2"), map("gone", "3"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);
        events.clear();
        // The watch is open and says nothing of all that.
        list(MAPS, "20", map("kept", "1"), map("changed", "15"), map("new", "16"));

        until(() -> observed.contains("compared configmaps CORRECTED"), Duration.ofMinutes(62));
        assertThat(observed).contains("missed configmaps 3");
        until(() -> events.size() == 3, Duration.ofMinutes(2));

        assertThat(events)
                .containsExactlyInAnyOrder("updated changed@2 to changed@15", "deleted gone@3", "added new@16");
        assertThat(names(cache)).containsExactlyInAnyOrder("kept", "changed", "new");
        until(() -> observed.contains("compared configmaps EQUAL"), Duration.ofMinutes(62));
        assertThat(observed.stream().filter("reopened configmaps MISSED"::equals))
                .hasSize(1);
    }

    @Test
    @DisplayName(
            "a comparison lists metadata only, in pages, and once when all is well; what is just on its way is not missed (FAB-83)")
    void aComparisonIsCheapAndPatient() {
        informers.comparedEvery(Duration.ofHours(1));
        list(MAPS, "10", map("a", "1"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);
        list(MAPS, "20", map("a", "15"));

        until(() -> comparisons() == 1, Duration.ofMinutes(62));
        watch(MAPS).send("MODIFIED", map("a", "15"));
        await().atMost(ONE_MINUTE).until(() -> events.contains("updated a@1 to a@15"));
        until(() -> observed.contains("compared configmaps EQUAL"), Duration.ofMinutes(2));
        assertThat(comparisons()).isEqualTo(2);
        until(() -> observed.size() == 2, Duration.ofMinutes(62));

        assertThat(observed).containsOnly("compared configmaps EQUAL");
        assertThat(comparisons()).isEqualTo(3);
        assertThat(server.received("GET"))
                .filteredOn(WatchFaultsTest::isComparison)
                .allSatisfy(
                        list -> assertThat(list.query()).contains("limit=500").doesNotContain("resourceVersion"));
        assertThat(cache.isSynced()).isTrue();
    }

    @Test
    @DisplayName(
            "a store that was restored from a backup is noticed: what went back and what is gone are told, and the watch begins at its version (FAB-85)")
    void aRestoredStoreIsNoticed() {
        informers.lookingForRollbackEvery(Duration.ofSeconds(30));
        list(MAPS, "900", map("kept", "1"), map("changed", "800"), map("gone", "850"));
        WatchedCache<ConfigMap> cache = add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);
        events.clear();
        // The watch is open, and waits for a version that comes late.
        list(MAPS, "700", map("kept", "1"), map("changed", "600"));

        until(() -> events.size() == 2, Duration.ofMinutes(2));

        assertThat(events).containsExactlyInAnyOrder("updated changed@800 to changed@600", "deleted gone@850");
        assertThat(names(cache)).containsExactlyInAnyOrder("kept", "changed");
        await().atMost(ONE_MINUTE).until(() -> watch(MAPS).query().contains("resourceVersion=700"));
        assertThat(observed).containsExactly("reopened configmaps RESTORED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"900", "1000", "", "not-a-number", "99999999999999999999"})
    @DisplayName("a store that has gone on, or whose versions cannot be compared, is left in peace (FAB-85)")
    void aStoreThatGoesOnIsNotRestored(String version) {
        informers.lookingForRollbackEvery(Duration.ofSeconds(30));
        list(MAPS, "900", map("a", "1"));
        add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        watch(MAPS);
        list(MAPS, version, map("a", "1"));
        int before = server.received("GET").size();

        until(() -> server.received("GET").size() >= before + 3, Duration.ofMinutes(3));

        assertThat(observed).isEmpty();
    }

    private long comparisons() {
        return server.received("GET").stream()
                .filter(WatchFaultsTest::isComparison)
                .count();
    }

    private static boolean isComparison(ScriptedApiServer.Received list) {
        return !list.query().startsWith("limit=1&")
                && !list.query().equals("limit=1")
                && list.headers().entrySet().stream()
                        .anyMatch(header -> header.getKey().equalsIgnoreCase("accept")
                                && header.getValue().contains("as=PartialObjectMetadataList"));
    }

    private long lists() {
        return server.received("GET").size();
    }

    /** Lets time pass in small steps, since what waits for it asks the API server in between. */
    private void until(BooleanSupplier reached, Duration limit) {
        Duration step = limit.compareTo(Duration.ofMinutes(30)) > 0 ? Duration.ofSeconds(20) : Duration.ofSeconds(1);
        Duration passed = Duration.ZERO;
        while (!onOwner(reached::getAsBoolean)) {
            assertThat(passed).as("%s", observed).isLessThan(limit);
            advance(step);
            passed = passed.plus(step);
            settle();
        }
    }

    /** Whatever has been sent by now is answered. */
    private void settle() {
        long before;
        do {
            before = lists();
            await().atMost(ONE_MINUTE)
                    .pollInterval(Duration.ofMillis(3))
                    .pollDelay(Duration.ofMillis(3))
                    .until(() -> true);
        } while (lists() != before);
    }

    private WatchedCache<ConfigMap> add(CacheRequest<ConfigMap> request) {
        WatchedCache<ConfigMap> cache = informers.add(request);
        cache.addListener(new Recorder(events));
        return cache;
    }

    private static List<String> names(WatchedCache<ConfigMap> cache) {
        return cache.all().stream().map(map -> map.getMetadata().getName()).toList();
    }

    private static Map<String, String> data(WatchedCache<ConfigMap> cache, String name) {
        Map<String, String> data =
                cache.find(new ResourceKey("demo", name)).orElseThrow().getData();
        return data == null ? Map.of() : data;
    }

    /** What the client does with a watch that it gives up. */
    private void end(WatchedCache<ConfigMap> cache) throws ReflectiveOperationException {
        SharedIndexInformer<?> informer = informers.openers().get(0).part().informer();
        Field field = informer.getClass().getDeclaredField("reflector");
        field.setAccessible(true);
        Reflector<?, ?> reflector = (Reflector<?, ?>) field.get(informer);
        reflector.getStopFuture().completeExceptionally(new IllegalStateException("given up"));
        watch(MAPS).cut();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException sneaky(Class<? extends Throwable> kind) throws E {
        try {
            throw (E) kind.getConstructor(String.class).newInstance("on purpose");
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String map(String name, String version) {
        return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"demo\",\"uid\":\"u-" + name + "\",\"resourceVersion\":\"" + version + "\"}}";
    }

    private static class Recorder implements ObjectCache.Listener<ConfigMap> {
        private final List<String> heard;

        Recorder(List<String> heard) {
            this.heard = heard;
        }

        @Override
        public void added(ConfigMap object, boolean initial) {
            heard.add((initial ? "first " : "added ") + text(object));
        }

        @Override
        public void updated(ConfigMap previous, ConfigMap object) {
            heard.add("updated " + text(previous) + " to " + text(object));
        }

        @Override
        public void deleted(ConfigMap object) {
            heard.add("deleted " + text(object));
        }

        private static String text(ConfigMap object) {
            return object.getMetadata().getName() + "@" + object.getMetadata().getResourceVersion();
        }
    }
}

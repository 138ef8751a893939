package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.trainyard.core.kube.ScriptedApiServer.Answer;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Caches of the namespaces that are served (OPS-62)")
final class ServedNamespacesCacheTest extends ScriptedCluster {
    private static final List<String> TEAMS = List.of("team-a", "team-b", "team-c");
    private static final String EVERYWHERE = "/api/v1/configmaps";
    private static final String WITNESSES = "/apis/example.com/v1/namespaces/%s/witnesses";

    private Informers informers;

    @BeforeEach
    void makeCaches() {
        informers = client.informers(time, TEAMS);
    }

    @AfterEach
    void closeCaches() {
        await(informers.stop());
    }

    @Test
    @DisplayName(
            "after the same changes in any order, reading and listening show the same as a cache of the whole cluster")
    void theUnionIsNoDifferentFromAWholeCache() {
        list(EVERYWHERE, "1");
        TEAMS.forEach(team -> list(maps(team), "1"));
        Informers all = client.informers(time);
        Told toldOfWhole = new Told();
        Told toldOfUnion = new Told();
        WatchedCache<ConfigMap> whole = all.add(byParity());
        WatchedCache<ConfigMap> union = informers.add(byParity());
        whole.addListener(toldOfWhole);
        union.addListener(toldOfUnion);
        await(all.start());
        await(informers.start());
        long seed = Long.getLong("caches.seed", 17);
        Random random = new Random(seed);
        Map<String, Integer> versions = new TreeMap<>();
        ScriptedApiServer.Watch everywhere = watch(EVERYWHERE);
        Map<String, ScriptedApiServer.Watch> watches = new TreeMap<>();
        TEAMS.forEach(team -> watches.put(team, watch(maps(team))));

        for (int version = 2; version < 1000; version++) {
            String team = TEAMS.get(random.nextInt(TEAMS.size()));
            String name = "m" + random.nextInt(8);
            boolean known = versions.containsKey(team + "/" + name);
            String event = !known ? "ADDED" : random.nextInt(3) == 0 ? "DELETED" : "MODIFIED";
            if (event.equals("DELETED")) {
                versions.remove(team + "/" + name);
            } else {
                versions.put(team + "/" + name, version);
            }
            everywhere.send(event, map(team, name, version));
            watches.get(team).send(event, map(team, name, version));
        }

        await().atMost(ONE_MINUTE).untilAsserted(() -> {
            assertThat(versions(whole.all())).as("seed " + seed).isEqualTo(versions);
            assertThat(versions(union.all())).as("seed " + seed).isEqualTo(versions);
            assertThat(toldOfWhole.versions).as("seed " + seed).isEqualTo(versions);
            assertThat(toldOfUnion.versions).as("seed " + seed).isEqualTo(versions);
        });
        for (String team : TEAMS) {
            assertThat(versions(union.inNamespace(team))).isEqualTo(versions(whole.inNamespace(team)));
        }
        for (String parity : List.of("even", "odd")) {
            assertThat(versions(union.byIndex("parity", parity))).isEqualTo(versions(whole.byIndex("parity", parity)));
        }
        versions.keySet().forEach(key -> {
            ResourceKey of = new ResourceKey(key.substring(0, key.indexOf('/')), key.substring(key.indexOf('/') + 1));
            assertThat(union.find(of)).isEqualTo(whole.find(of)).isPresent();
        });
        assertThat(toldOfUnion.overlapped)
                .as("listeners are told by one thread at a time")
                .isFalse();
        await(all.stop());
    }

    @Test
    void nobodyElsesNamespaceIsAskedForOrFound() {
        TEAMS.forEach(team -> list(maps(team), "1", map(team, "m", 1)));
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));

        await(informers.start());

        await().atMost(ONE_MINUTE).until(() -> server.watches().size() == TEAMS.size());
        assertThat(server.received("GET"))
                .extracting(ScriptedApiServer.Received::path)
                .filteredOn(path -> path.contains("configmaps"))
                .containsOnly(
                        TEAMS.stream().map(ServedNamespacesCacheTest::maps).toArray(String[]::new));
        assertThat(cache.isSynced("team-a")).isTrue();
        assertThat(cache.isSynced("elsewhere")).isFalse();
        assertThat(cache.find(new ResourceKey("elsewhere", "m"))).isEmpty();
        assertThat(cache.inNamespace("elsewhere")).isEmpty();
    }

    @Test
    void kindsOfTheClusterAndNamedNamespacesAreWatchedAsEver() {
        list("/api/v1/persistentvolumes", "1", "{\"metadata\": {\"name\": \"disk\", \"uid\": \"u\"}}");
        list(maps("elsewhere"), "1", map("elsewhere", "m", 1));
        WatchedCache<PersistentVolume> volumes = informers.add(CacheRequest.of(PersistentVolume.class));
        WatchedCache<ConfigMap> named =
                informers.add(CacheRequest.of(ConfigMap.class).inNamespace("elsewhere"));

        await(informers.start());

        assertThat(volumes.find(new ResourceKey("", "disk"))).isPresent();
        assertThat(volumes.isSynced("")).isTrue();
        assertThat(named.find(new ResourceKey("elsewhere", "m"))).isPresent();
    }

    @Test
    void readinessWaitsForEveryNamespace() {
        list(maps("team-a"), "1");
        list(maps("team-b"), "1");
        server.always("GET", maps("team-c"), ignored -> Answer.status(500, "InternalError", "not now"));
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));

        CompletableFuture<Void> started = informers.start().subscribeAsCompletionStage();

        await().atMost(ONE_MINUTE).until(() -> cache.isSynced("team-a") && cache.isSynced("team-b"));
        await().atMost(ONE_MINUTE).until(() -> health("team-c").problem().contains("not now"));
        assertThat(started).isNotDone();
        assertThat(cache.isSynced()).isFalse();
        assertThat(onOwner(informers::inaccessibleNamespaces)).isEmpty();
        list(maps("team-c"), "1");
        advance(Duration.ofSeconds(2));
        await().atMost(ONE_MINUTE).until(started::isDone);
        assertThat(cache.isSynced()).isTrue();
    }

    @Test
    @DisplayName("a namespace in which nothing may be listed keeps nobody waiting, is named, and is served once it may")
    void aNamespaceThatIsGoneKeepsNobodyWaiting() {
        AtomicBoolean back = new AtomicBoolean();
        for (String team : TEAMS) {
            boolean gone = team.equals("team-b");
            serve(maps(team), map(team, "m", 1), () -> !gone || back.get());
            serve(WITNESSES.formatted(team), witness(team), () -> !gone || back.get());
        }
        Told told = new Told();
        WatchedCache<ConfigMap> cache = informers.add(CacheRequest.of(ConfigMap.class));
        cache.addListener(told);
        informers.add(CacheRequest.of(Witness.class));

        await(informers.start());

        assertThat(onOwner(informers::inaccessibleNamespaces)).containsExactly("team-b");
        assertThat(health("team-b").required()).isFalse();
        assertThat(health("team-a").required()).isTrue();
        assertThat(told.versions).containsOnlyKeys("team-a/m", "team-c/m");
        assertThat(cache.isSynced("team-a")).isTrue();
        assertThat(cache.isSynced("team-b")).isFalse();

        back.set(true);
        advance(Duration.ofSeconds(2));

        await().atMost(ONE_MINUTE).until(() -> cache.isSynced("team-b"));
        await().atMost(ONE_MINUTE)
                .until(() -> onOwner(informers::inaccessibleNamespaces).isEmpty());
        assertThat(told.versions).containsKey("team-b/m");
        assertThat(health("team-b").required()).isTrue();
    }

    @Test
    @DisplayName(
            "a role that lacks one kind is a mistake that holds up the start, and so is one that is missing everywhere")
    void mistakesInRolesHoldUpTheStart() {
        AtomicBoolean complete = new AtomicBoolean();
        AtomicBoolean any = new AtomicBoolean();
        for (String team : TEAMS) {
            serve(maps(team), map(team, "m", 1), any::get);
            serve(
                    WITNESSES.formatted(team),
                    witness(team),
                    () -> any.get() && (!team.equals("team-b") || complete.get()));
        }
        informers.add(CacheRequest.of(ConfigMap.class));
        informers.add(CacheRequest.of(Witness.class));

        CompletableFuture<Void> started = informers.start().subscribeAsCompletionStage();

        await().atMost(ONE_MINUTE).until(() -> onOwner(informers::health).stream()
                .allMatch(cache -> cache.problem().contains("not you")));
        assertThat(started).isNotDone();
        any.set(true);
        advance(Duration.ofSeconds(2));
        await().atMost(ONE_MINUTE)
                .until(() -> onOwner(informers::health).stream()
                                .filter(CacheHealth::synced)
                                .count()
                        == 5);
        assertThat(started).isNotDone();
        assertThat(onOwner(informers::inaccessibleNamespaces)).isEmpty();
        complete.set(true);
        advance(Duration.ofSeconds(4));
        await().atMost(ONE_MINUTE).until(started::isDone);
    }

    @Test
    @DisplayName("a kind that comes back is told of once, when it is there in all namespaces (GANG-62)")
    void aKindAppearsOnce() {
        AtomicBoolean served = new AtomicBoolean();
        TEAMS.forEach(team -> server.always(
                "GET",
                WITNESSES.formatted(team),
                ignored -> served.get()
                        ? Answer.ok(listOf("1", witness(team)))
                        : Answer.status(404, "NotFound", "no such kind")));
        AtomicInteger appearances = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        WatchedCache<Witness> cache =
                informers.add(CacheRequest.of(Witness.class).whenServed());
        cache.onAppearance(() -> {
            appearances.incrementAndGet();
            seen.set(cache.all().size());
        });

        await(informers.start());
        assertThat(cache.isMissing()).isTrue();
        served.set(true);
        advance(Duration.ofSeconds(31));

        await().atMost(ONE_MINUTE).until(() -> appearances.get() == 1);
        assertThat(seen).hasValue(TEAMS.size());
        assertThat(cache.isMissing()).isFalse();
    }

    @Test
    @DisplayName("a hundred namespaces are watched at the same time")
    void manyNamespaces() {
        List<String> many =
                IntStream.range(0, 100).mapToObj(number -> "n" + number).toList();
        many.forEach(name -> list(maps(name), "1", map(name, "m", 1)));
        Informers wide = client.informers(time, many);
        WatchedCache<ConfigMap> cache = wide.add(CacheRequest.of(ConfigMap.class));

        await(wide.start());

        assertThat(cache.all()).hasSize(100);
        await().atMost(Duration.ofSeconds(20)).until(() -> server.watches().size() == 100);
        await(wide.stop());
    }

    private static CacheRequest<ConfigMap> byParity() {
        return CacheRequest.of(ConfigMap.class)
                .indexedBy(
                        "parity",
                        map -> List.of(
                                Integer.parseInt(map.getMetadata().getResourceVersion()) % 2 == 0 ? "even" : "odd"));
    }

    private void serve(String path, String object, Supplier<Boolean> allowed) {
        server.always(
                "GET",
                path,
                ignored -> allowed.get() ? Answer.ok(listOf("1", object)) : Answer.status(403, "Forbidden", "not you"));
    }

    private CacheHealth health(String namespace) {
        return onOwner(informers::health).stream()
                .filter(cache -> cache.namespace().equals(namespace))
                .findFirst()
                .orElseThrow();
    }

    private static String maps(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private static String map(String namespace, String name, int version) {
        return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"" + name
                + "\",\"namespace\":\"" + namespace + "\",\"uid\":\"" + namespace + name + "\",\"resourceVersion\":\""
                + version + "\"}}";
    }

    private static String witness(String namespace) {
        return "{\"kind\":\"Witness\",\"apiVersion\":\"example.com/v1\",\"metadata\":{\"name\":\"w\",\"namespace\":\""
                + namespace + "\",\"uid\":\"w" + namespace + "\",\"resourceVersion\":\"1\"},\"text\":\"x\"}";
    }

    private static Map<String, Integer> versions(Collection<ConfigMap> maps) {
        Map<String, Integer> versions = new TreeMap<>();
        maps.forEach(
                map -> versions.put(key(map), Integer.valueOf(map.getMetadata().getResourceVersion())));
        return versions;
    }

    private static String key(ConfigMap map) {
        return map.getMetadata().getNamespace() + "/" + map.getMetadata().getName();
    }

    /** Keeps a picture of the world that is made of events alone, and notices when two threads tell at once. */
    private static final class Told implements ObjectCache.Listener<ConfigMap> {
        /** Not sorted: what changes while a message is written cannot be copied in order. */
        private final Map<String, Integer> versions = new ConcurrentHashMap<>();

        private final Map<Thread, Boolean> inside = new ConcurrentHashMap<>();
        private volatile boolean overlapped;

        @Override
        public void added(ConfigMap object, boolean initial) {
            keep(object);
        }

        @Override
        public void updated(ConfigMap previous, ConfigMap object) {
            keep(object);
        }

        @Override
        public void deleted(ConfigMap object) {
            enter(() -> versions.remove(key(object)));
        }

        private void keep(ConfigMap object) {
            enter(() -> versions.put(
                    key(object), Integer.valueOf(object.getMetadata().getResourceVersion())));
        }

        private void enter(Runnable action) {
            inside.put(Thread.currentThread(), true);
            overlapped |= inside.size() > 1;
            Thread.yield();
            action.run();
            inside.remove(Thread.currentThread());
        }
    }
}

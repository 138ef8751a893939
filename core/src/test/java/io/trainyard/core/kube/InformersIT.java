package io.trainyard.core.kube;

import static io.trainyard.core.kube.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import io.trainyard.testcluster.ClusterKind;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.TestNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealCluster(kind = ClusterKind.BARE, customResourceDefinitions = "../deploy/crds")
@DisplayName("Informers on a real API server (FAB-30 to FAB-46)")
final class InformersIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private RunningClient running;
    private Informers informers;
    private KubernetesClient admin;
    private TestCluster cluster;
    private String namespace;
    private final Told told = new Told();

    @BeforeEach
    void connect(TestCluster sharedCluster, TestNamespace ownNamespace) {
        cluster = sharedCluster;
        admin = cluster.adminClient();
        namespace = ownNamespace.name();
        running = new RunningClient(cluster.kubeconfig(), ClientOptions.defaults());
        informers = running.client.informers();
    }

    @AfterEach
    void disconnect() {
        await(informers.stop());
        running.close();
    }

    @Test
    void whatHappensIsSeenInOneNamespaceOnlyWhenThatIsAskedFor() {
        create("before", Map.of());
        WatchedCache<ConfigMap> here =
                told(informers.add(CacheRequest.of(ConfigMap.class).inNamespace(namespace)));
        WatchedCache<ConfigMap> everywhere = informers.add(CacheRequest.of(ConfigMap.class));
        await(informers.start());
        assertThat(told.initial).containsExactly("before");

        create("after", Map.of());
        admin.configMaps()
                .inNamespace("default")
                .resource(map("elsewhere", Map.of(), "default"))
                .serverSideApply();

        await().atMost(TIMEOUT).until(() -> here.all().size() == 2);
        await().atMost(TIMEOUT)
                .until(() ->
                        everywhere.find(new ResourceKey("default", "elsewhere")).isPresent());
        assertThat(here.find(new ResourceKey("default", "elsewhere"))).isEmpty();
        assertThat(told.initial).containsExactly("before");
        assertThat(here.all()).allSatisfy(map -> assertThat(map.getMetadata().getManagedFields())
                .isEmpty());
    }

    @Test
    void anObjectThatLosesItsLabelIsGone() {
        create("a", Map.of("watch", "me"));
        create("b", Map.of());
        WatchedCache<ConfigMap> cache = told(informers.add(
                CacheRequest.of(ConfigMap.class).inNamespace(namespace).withLabels(Map.of("watch", "me"))));
        await(informers.start());
        assertThat(cache.all()).hasSize(1);

        create("a", Map.of());

        await().atMost(TIMEOUT).until(() -> cache.all().isEmpty());
        await().atMost(TIMEOUT).until(() -> told.objects.isEmpty());
    }

    @Test
    void firstListsMayComeInPages() {
        for (int i = 0; i < 25; i++) {
            create("m" + i, Map.of());
        }
        WatchedCache<ConfigMap> paged = informers.add(
                CacheRequest.of(ConfigMap.class).inNamespace(namespace).inPagesOf(10));
        await(informers.start());
        assertThat(paged.all()).hasSize(25);
    }

    @Test
    @DisplayName("where only metadata is asked for, neither a list nor a watch carries anything else (PIPE-90)")
    void metadataOnly() {
        admin.configMaps().inNamespace(namespace).resource(heavy("listed")).create();
        WatchedCache<ConfigMap> cache = told(informers.add(
                CacheRequest.of(ConfigMap.class).inNamespace(namespace).metadataOnly()));
        await(informers.start());
        admin.configMaps().inNamespace(namespace).resource(heavy("watched")).create();

        await().atMost(TIMEOUT).until(() -> cache.all().size() == 2);

        assertThat(cache.all()).allSatisfy(map -> {
            assertThat(map.getMetadata().getUid()).isNotEmpty();
            assertThat(map.getData()).isNullOrEmpty();
        });
        delete("listed");
        await().atMost(TIMEOUT).until(() -> told.deleted.contains("listed"));
    }

    @Test
    @DisplayName("a watch of metadata goes on from event to event, without a list between them (PIPE-90)")
    void metadataIsWatchedWithoutNewLists() {
        WatchedCache<ConfigMap> cache = told(informers.add(
                CacheRequest.of(ConfigMap.class).inNamespace(namespace).metadataOnly()));
        await(informers.start());
        long before = listsOfConfigMaps();

        for (String name : List.of("first", "second", "third")) {
            create(name, Map.of());
            await().atMost(TIMEOUT)
                    .until(() -> cache.find(new ResourceKey(namespace, name)).isPresent());
        }

        assertThat(listsOfConfigMaps() - before).isZero();
    }

    /** How many lists of the ConfigMaps of a namespace the API server has answered. */
    private long listsOfConfigMaps() {
        return admin.raw("/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total{")
                        && line.contains("resource=\"configmaps\"")
                        && line.contains("scope=\"namespace\"")
                        && line.contains("verb=\"LIST\""))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private ConfigMap heavy(String name) {
        return new ConfigMapBuilder(map(name, Map.of(), namespace))
                .addToData("heavy", "x".repeat(500_000))
                .build();
    }

    @Test
    void anApiServerThatIsKilledAndComesBackCostsNothing() {
        WatchedCache<ConfigMap> cache =
                told(informers.add(CacheRequest.of(ConfigMap.class).inNamespace(namespace)));
        create("kept", Map.of());
        create("changed", Map.of());
        create("deleted", Map.of());
        await(informers.start());

        cluster.stopApiServer();
        await().atMost(TIMEOUT).until(() -> !health().connected());
        assertThat(cache.all()).as("what is known stays readable").hasSize(3);
        cluster.startApiServer();
        create("changed", Map.of("x", "y"));
        create("new", Map.of());
        delete("deleted");

        assertSameAsServer(cache);
        assertThat(told.deleted).contains("deleted");
        await().atMost(TIMEOUT).until(() -> health().connected());
    }

    @Test
    @DisplayName("a version that the API server has forgotten leads to a new list, and nothing is lost (FAB-43)")
    void aForgottenVersionLosesNothing() {
        WatchedCache<ConfigMap> cache =
                told(informers.add(CacheRequest.of(ConfigMap.class).inNamespace(namespace)));
        create("kept", Map.of());
        create("gone", Map.of());
        await(informers.start());
        long listsBefore = lists();
        String known =
                admin.configMaps().inNamespace(namespace).list().getMetadata().getResourceVersion();

        // A restarted API server remembers nothing from before its start; other objects have moved the version on.
        for (int i = 0; i < 20; i++) {
            admin.secrets()
                    .inNamespace(namespace)
                    .resource(new SecretBuilder()
                            .withNewMetadata()
                            .withName("s" + i)
                            .endMetadata()
                            .build())
                    .create();
        }
        cluster.stopApiServer();
        cluster.startApiServer();
        delete("gone");
        create("new", Map.of());

        String watch = "/api/v1/namespaces/" + namespace + "/configmaps?watch=true&timeoutSeconds=1&resourceVersion=";
        assertThat(admin.raw(watch + known)).as("the premise of this test").contains("\"code\":410");
        assertSameAsServer(cache);
        assertThat(told.deleted).contains("gone");
        assertThat(lists()).as("a new list was read").isGreaterThan(listsBefore);
    }

    @Test
    @DisplayName("a kind whose CRD is installed later is watched then (PIPE-06)")
    void aKindWhoseDefinitionIsInstalledLaterIsWatchedThen(@TempDir Path folder) throws IOException {
        var time = new ManualTimeSource();
        Informers patient = running.client.informers(time);
        WatchedCache<Witness> cache = patient.add(CacheRequest.of(Witness.class));
        await(patient.start());
        assertThat(cache.isSynced()).isFalse();
        assertThat(running.onOwner(() -> patient.health().get(0)).problem()).contains("witnesses.example.com");

        cluster.installCustomResourceDefinitions(
                Files.writeString(
                        folder.resolve("witness.yaml"),
                        """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: witnesses.example.com}
                spec:
                  group: example.com
                  names: {kind: Witness, plural: witnesses}
                  scope: Namespaced
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, properties: {text: {type: string}}}}
                """));
        running.onOwner(() -> {
            time.advance(Duration.ofSeconds(31));
            return true;
        });

        await().atMost(TIMEOUT).until(cache::isSynced);
        var witness = new Witness();
        witness.getMetadata().setName("w");
        witness.getMetadata().setNamespace(namespace);
        witness.setText("hello");
        await(running.client.requests().apply(witness));
        await().atMost(TIMEOUT).until(() -> cache.find(new ResourceKey(namespace, "w"))
                .filter(found -> found.getText().equals("hello"))
                .isPresent());
        await(patient.stop());
    }

    /** What is cached and what the listeners were told must both end up as what is stored. */
    private void assertSameAsServer(WatchedCache<ConfigMap> cache) {
        Map<String, String> stored =
                versions(admin.configMaps().inNamespace(namespace).list().getItems());
        await().atMost(TIMEOUT).untilAsserted(() -> {
            assertThat(versions(cache.all())).isEqualTo(stored);
            assertThat(told.objects).containsExactlyInAnyOrderEntriesOf(stored);
        });
    }

    private static Map<String, String> versions(Collection<ConfigMap> maps) {
        Map<String, String> versions = new TreeMap<>();
        maps.forEach(map ->
                versions.put(map.getMetadata().getName(), map.getMetadata().getResourceVersion()));
        return versions;
    }

    private long lists() {
        return running.answers.stream().filter("GET 200"::equals).count();
    }

    private CacheHealth health() {
        return running.onOwner(() -> informers.health().get(0));
    }

    private WatchedCache<ConfigMap> told(WatchedCache<ConfigMap> cache) {
        cache.addListener(told);
        return cache;
    }

    private void create(String name, Map<String, String> labels) {
        admin.configMaps()
                .inNamespace(namespace)
                .resource(map(name, labels, namespace))
                .serverSideApply();
    }

    private void delete(String name) {
        admin.configMaps().inNamespace(namespace).withName(name).delete();
    }

    private static ConfigMap map(String name, Map<String, String> labels, String namespace) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .withLabels(labels)
                .endMetadata()
                .build();
    }

    /** Keeps a picture of the world that is made of events alone. */
    private static final class Told implements ObjectCache.Listener<ConfigMap> {
        private final Map<String, String> objects = new ConcurrentHashMap<>();
        private final List<String> initial = new CopyOnWriteArrayList<>();
        private final List<String> deleted = new CopyOnWriteArrayList<>();

        @Override
        public void added(ConfigMap object, boolean first) {
            if (first) {
                initial.add(object.getMetadata().getName());
            }
            objects.put(object.getMetadata().getName(), object.getMetadata().getResourceVersion());
        }

        @Override
        public void updated(ConfigMap previous, ConfigMap object) {
            objects.put(object.getMetadata().getName(), object.getMetadata().getResourceVersion());
        }

        @Override
        public void deleted(ConfigMap object) {
            deleted.add(object.getMetadata().getName());
            objects.remove(object.getMetadata().getName());
        }
    }
}

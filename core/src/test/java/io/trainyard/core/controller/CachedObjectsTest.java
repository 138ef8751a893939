package io.trainyard.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.LaggingCache;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Objects of which only metadata is watched (PIPE-91)")
final class CachedObjectsTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final InMemoryKubeApi api = new InMemoryKubeApi(time);
    private final LaggingCache<ConfigMap> maps = outline(ConfigMap.class);
    private final LaggingCache<Secret> secrets = outline(Secret.class);
    private final CachedObjects objects = new CachedObjects(api, time);

    CachedObjectsTest() {
        objects.addOutline(ConfigMap.class, maps);
        objects.addOutline(Secret.class, secrets);
    }

    @Test
    @DisplayName("are read once in each state")
    void readOncePerState() {
        api.put(map("one"));
        maps.start();

        assertThat(value()).isEqualTo("one");
        assertThat(value()).isEqualTo("one");
        assertThat(api.requests()).hasSize(1);

        api.patch(ConfigMap.class, "team-a", "m", "{\"data\": {\"key\": \"two\"}}");
        maps.deliver();
        assertThat(value()).isEqualTo("two");
        assertThat(value()).isEqualTo("two");
        assertThat(api.requests()).hasSize(2);
    }

    @Test
    @DisplayName("need no request after our own write, also while the watch is behind")
    void ownWrites() {
        api.put(map("one"));
        maps.start();
        api.patch(ConfigMap.class, "team-a", "m", "{\"data\": {\"key\": \"two\"}}");

        objects.wrote(api.find(ConfigMap.class, "team-a", "m").orElseThrow());

        assertThat(value()).isEqualTo("two");
        assertThat(api.requests()).isEmpty();
    }

    @Test
    @DisplayName("that were deleted and made again are not mistaken for the old ones")
    void namesakes() {
        api.put(map("one"));
        maps.start();
        assertThat(value()).isEqualTo("one");

        api.remove(ConfigMap.class, "team-a", "m");
        api.put(map("two"));
        maps.deliver();

        assertThat(value()).isEqualTo("two");
    }

    @Test
    @DisplayName("are not kept when they are secret")
    void secretsAreNotKept() {
        api.put(new SecretBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("s")
                .endMetadata()
                .addToData("key", "b25l")
                .build());
        secrets.start();

        find(Secret.class, "s");
        find(Secret.class, "s");

        assertThat(api.requests()).hasSize(2);
    }

    private String value() {
        return find(ConfigMap.class, "m").getData().get("key");
    }

    private <T extends HasMetadata> T find(Class<T> type, String name) {
        CompletableFuture<T> answer = objects.find(type, "team-a", name)
                .map(found -> found.orElseThrow())
                .subscribe()
                .asCompletionStage();
        time.advance(Duration.ofSeconds(1));
        assertThat(answer).isDone();
        return answer.join();
    }

    private <T extends HasMetadata> LaggingCache<T> outline(Class<T> type) {
        LaggingCache<T> cache = api.cache(type, Map.of());
        cache.reduceWith(new MetadataOnly<>(type)::apply);
        return cache;
    }

    private static ConfigMap map(String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("m")
                .endMetadata()
                .addToData("key", value)
                .build();
    }
}

package io.trainyard.core.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OwnWrites: a cache that is behind never leads to a second write (FAB-36)")
final class OwnWritesTest {
    private static final ResourceKey KEY = new ResourceKey("ns", "a");

    private final ManualTimeSource time = new ManualTimeSource();
    private final MapCache<ConfigMap> cache = new MapCache<>();
    private final OwnWrites<ConfigMap> writes = new OwnWrites<>(cache, time);

    @Test
    void withoutWritesTheCacheSpeaks() {
        assertThat(writes.find(KEY)).isEmpty();
        ConfigMap cached = object("u", "5");
        cache.put(cached);
        assertThat(writes.find(KEY)).containsSame(cached);
        assertThat(writes.cache()).isSameAs(cache);
    }

    @Test
    void aWrittenObjectIsThereBeforeTheCacheHearsOfIt() {
        ConfigMap written = object("u", "5");
        writes.wrote(written);
        assertThat(writes.find(KEY)).containsSame(written);
    }

    @Test
    void anOlderStateInTheCacheDoesNotHideIt() {
        cache.put(object("u", "9"));
        ConfigMap written = object("u", "10");
        writes.wrote(written);
        assertThat(writes.find(KEY)).containsSame(written);
    }

    @Test
    void onceTheCacheIsAsNewItSpeaksAgain() {
        writes.wrote(object("u", "10"));
        ConfigMap cached = object("u", "10");
        cache.put(cached);
        assertThat(writes.find(KEY)).containsSame(cached);
        cache.remove(cached);
        assertThat(writes.find(KEY)).isEmpty();
    }

    @Test
    void whatWasGoneWhenAskedForIsNotThereThoughTheCacheStillHasIt() {
        ConfigMap cached = object("u", "5");
        cache.put(cached);
        writes.missed(cached);
        assertThat(writes.find(KEY)).isEmpty();
        assertThat(writes.isUnconfirmed(KEY)).isTrue();
        cache.remove(cached);
        assertThat(writes.isUnconfirmed(KEY)).as("the cache knows it, too").isFalse();
    }

    @Test
    void anotherObjectOfThatNameIsThere() {
        ConfigMap cached = object("u", "5");
        cache.put(cached);
        writes.missed(cached);
        ConfigMap another = object("v", "7");
        cache.put(another);
        assertThat(writes.find(KEY)).containsSame(another);
    }

    @Test
    void afterAWhileTheCacheIsBelievedAgainAsAfterARestoreOfTheApiServer() {
        ConfigMap cached = object("u", "5");
        cache.put(cached);
        writes.wrote(cached);
        writes.missed(cached);
        assertThat(writes.find(KEY)).isEmpty();
        time.advance(OwnWrites.UNCONFIRMED_RECHECK);
        assertThat(writes.find(KEY)).containsSame(cached);
        assertThat(writes.isUnconfirmed(KEY)).isFalse();
    }

    @Test
    void aDeletionEndsIt() {
        ConfigMap written = object("u", "10");
        writes.wrote(written);
        writes.deleted(written);
        assertThat(writes.find(KEY)).isEmpty();
        assertThat(writes.isOwn(KEY, "10")).isFalse();
    }

    @Test
    void theDeletionOfAnEarlierObjectOfThatNameDoesNot() {
        ConfigMap written = object("new", "10");
        writes.wrote(written);
        writes.deleted(object("old", "9"));
        assertThat(writes.find(KEY)).containsSame(written);
        assertThat(writes.isOwn(KEY, "10")).isTrue();
    }

    @Test
    void anAnswerThatComesAfterTheDeletionIsTooLate() {
        cache.put(object("u", "9"));
        cache.remove(object("u", "9"));
        writes.deleted(object("u", "11"));
        writes.wrote(object("u", "10"));
        assertThat(writes.find(KEY)).isEmpty();
    }

    @Test
    void afterALongTimeTheCacheIsBelievedAgain() {
        writes.wrote(object("u", "10"));
        time.advance(Duration.ofSeconds(30));
        assertThat(writes.find(KEY)).isPresent();
        time.advance(Duration.ofNanos(1));
        assertThat(writes.find(KEY)).isEmpty();
    }

    @Test
    void onlyTheVeryStateThatWeWroteIsOurOwn() {
        writes.wrote(object("u", "10"));
        assertThat(writes.isOwn(KEY, "10")).isTrue();
        assertThat(writes.isOwn(KEY, "9")).isFalse();
        assertThat(writes.isOwn(KEY, "11")).isFalse();
        assertThat(writes.isOwn(KEY, null)).isFalse();
        assertThat(writes.isOwn(new ResourceKey("ns", "b"), "10")).isFalse();
    }

    @Test
    void itStaysOurOwnAfterTheCacheHasSeenIt() {
        writes.wrote(object("u", "10"));
        cache.put(object("u", "10"));
        writes.find(KEY);
        assertThat(writes.isOwn(KEY, "10")).isTrue();
    }

    private static ConfigMap object(String uid, String version) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withUid(uid)
                .withResourceVersion(version)
                .endMetadata()
                .build();
    }
}

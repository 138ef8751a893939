package io.trainyard.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.model.ResourceKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LargeBuilds: large TrainJobs take turns (PIPE-16b)")
final class LargeBuildsTest {
    private static final int LARGE = LargeBuilds.MAX_AT_ONCE * 3 / 4;
    private static final int THIRD = LargeBuilds.MAX_AT_ONCE / 3;

    private final List<ResourceKey> woken = new ArrayList<>();
    private final LargeBuilds builds = new LargeBuilds(woken::add);

    @Test
    @DisplayName("a job of an ordinary size never waits")
    void ordinary() {
        assertThat(builds.begin(key("a", "large"), LARGE)).isTrue();
        assertThat(builds.begin(key("a", "waiting"), LARGE)).isFalse();

        assertThat(builds.begin(key("a", "good"), LargeBuilds.MAX_ORDINARY)).isTrue();
        assertThat(builds.begin(key("a", "unknown"), 0)).isTrue();
    }

    @Test
    @DisplayName("as many are built at once as their characters allow; one that has more is built alone")
    void asManyAsFit() {
        assertThat(builds.begin(key("a", "1"), THIRD)).isTrue();
        assertThat(builds.begin(key("a", "2"), THIRD)).isTrue();
        assertThat(builds.begin(key("a", "3"), THIRD)).isTrue();
        assertThat(builds.begin(key("a", "4"), 10 * LargeBuilds.MAX_AT_ONCE)).isFalse();

        builds.end(key("a", "1"));
        builds.end(key("a", "2"));
        assertThat(woken).isEmpty();
        builds.end(key("a", "3"));
        assertThat(woken).containsExactly(key("a", "4"));
    }

    @Test
    @DisplayName("who is woken holds its turn, and who asks again keeps its place")
    void inTheOrderOfAsking() {
        begin("a/first", "a/second", "a/third", "a/second", "a/third", "a/second");

        builds.end(key("a", "first"));

        assertThat(woken).containsExactly(key("a", "second"));
        assertThat(builds.begin(key("a", "third"), LARGE)).isFalse();
        assertThat(builds.begin(key("a", "late"), LARGE)).isFalse();
        assertThat(builds.begin(key("a", "second"), LARGE)).isTrue();
        assertThat(builds.begin(key("a", "second"), LARGE)).isTrue();
    }

    @Test
    @DisplayName("namespaces take turns: a crowd of one keeps the only job of another waiting for one of its own")
    void namespacesTakeTurns() {
        begin("a/first", "a/second", "a/third", "b/only", "a/fourth");

        for (String ended : List.of("a/first", "a/second", "b/only", "a/third")) {
            builds.end(key(ended));
        }

        assertThat(woken).containsExactly(key("a", "second"), key("b", "only"), key("a", "third"), key("a", "fourth"));
    }

    @Test
    @DisplayName("who has gone keeps nobody waiting, neither in the line nor when its turn has come")
    void gone() {
        begin("a/first", "a/deleted", "a/second", "a/third");

        builds.end(key("a", "deleted"));
        builds.end(key("a", "first"));
        assertThat(woken).containsExactly(key("a", "second"));

        builds.end(key("a", "second"));
        assertThat(woken).containsExactly(key("a", "second"), key("a", "third"));
        builds.end(key("a", "third"));
        assertThat(builds.begin(key("b", "new"), LARGE)).isTrue();
    }

    @Test
    @DisplayName("a reconcile that begins and ends while it is being woken wakes the next ones, each once")
    void endsWhileWoken() {
        List<ResourceKey> turns = new ArrayList<>();
        LargeBuilds[] holder = new LargeBuilds[1];
        holder[0] = new LargeBuilds(next -> {
            turns.add(next);
            holder[0].end(next);
        });
        holder[0].begin(key("a", "first"), LARGE);
        for (int i = 0; i < 50; i++) {
            holder[0].begin(key(i % 2 == 0 ? "a" : "b", "job-" + i), LARGE);
        }

        holder[0].end(key("a", "first"));

        assertThat(turns).hasSize(50).doesNotHaveDuplicates();
    }

    private void begin(String... names) {
        for (String name : names) {
            builds.begin(key(name), LARGE);
        }
    }

    private static ResourceKey key(String text) {
        return key(text.substring(0, text.indexOf('/')), text.substring(text.indexOf('/') + 1));
    }

    private static ResourceKey key(String namespace, String name) {
        return new ResourceKey(namespace, name);
    }
}

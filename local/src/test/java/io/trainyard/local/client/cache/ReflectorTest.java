package io.trainyard.local.client.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.time.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a reflector keeps up with an API server (LOCAL-50). */
final class ReflectorTest {
    private static final ApiException GONE = ApiException.unreachable(new IOException("gone"));
    private static final ApiException NOT_SERVED = ApiException.notFound(Resource.PODS, "");

    private final VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
    private final ScriptedApi api = new ScriptedApi();
    private final Indexer indexer = new Indexer();
    private final Reflector reflector = new Reflector(api, time, Resource.PODS, ListOptions.ALL, indexer);

    private List<String> names() {
        return indexer.all().stream()
                .map(object -> ObjectName.of(object).name())
                .toList();
    }

    @Test
    void listsThenWatchesFromTheVersionOfTheList() {
        api.objects("a:3");

        assertThat(reflector.start().succeeded()).isTrue();
        api.added("b:9");

        assertThat(names()).containsExactly("a", "b");
        assertThat(api.requests()).containsExactly("list", "watch from 5");
    }

    @Test
    void aWatchThatEndsInTheOrdinaryWayIsTakenUpWhereItEnded() {
        reflector.start();
        api.added("b:9");

        api.endWatch(Optional.empty());

        assertThat(api.requests()).containsExactly("list", "watch from 5", "watch from 9");
    }

    @Test
    void anExpiredVersionLeadsToANewListAtOnceAndWhatIsMissingInItIsGone() {
        api.objects("a:3");
        reflector.start();
        api.objects("c:20");

        api.endWatch(Optional.of(ApiException.expired("too old")));

        assertThat(names()).containsExactly("c");
        assertThat(api.requests()).containsExactly("list", "watch from 5", "list", "watch from 20");
    }

    @Test
    @DisplayName("lists again after 500 ms, doubled up to 8 s, however often that fails")
    void neverGivesUp() {
        reflector.start();
        api.failWith(GONE);
        api.endWatch(Optional.of(GONE));
        assertThat(api.requests()).hasSize(2);

        time.advance(Duration.ofMillis(499));
        assertThat(api.requests()).hasSize(2);
        time.advance(Duration.ofMillis(1));
        assertThat(api.requests()).hasSize(3);
        time.advance(Duration.ofSeconds(1 + 2 + 4));
        assertThat(api.requests()).hasSize(6);
        time.advance(Duration.ofSeconds(80));
        assertThat(api.requests()).hasSize(16);

        api.failWith(null);
        api.objects("late:30");
        time.advance(Duration.ofSeconds(8));
        assertThat(names()).containsExactly("late");
    }

    @Test
    void aWatchThatCannotBeOpenedIsAFailureLikeAnyOther() {
        api.failWatchesWith(GONE);
        reflector.start();
        api.failWatchesWith(null);

        time.advance(Duration.ofMillis(500));

        assertThat(api.requests()).containsExactly("list", "watch from 5", "list", "watch from 5");
    }

    @Test
    void aServerThatClosesEachWatchAtOnceIsNotAskedInATightLoop() {
        reflector.start();

        api.endWatch(Optional.empty());
        api.endWatch(Optional.empty());

        assertThat(api.requests()).hasSize(3);
        time.advance(Duration.ofSeconds(1));
        assertThat(api.requests()).hasSize(4);
    }

    @Test
    void aKindThatIsNotServedIsLeftAloneUntilItMayBe() {
        Reflector optional = Reflector.ofOptionalKind(api, time, Resource.PODS, indexer);
        api.failWith(NOT_SERVED);
        assertThat(optional.start().succeeded()).isTrue();
        time.advance(Duration.ofHours(1));
        assertThat(api.requests()).containsExactly("list");

        api.failWith(null);
        api.objects("a:3");
        optional.wake();

        assertThat(names()).containsExactly("a");
    }

    @Test
    void aStoppedReflectorAsksForNothing() {
        reflector.start();
        api.endWatch(Optional.of(GONE));

        reflector.stop();
        time.advance(Duration.ofMinutes(1));

        assertThat(api.requests()).hasSize(2);
    }

    @Test
    void handlersLearnTheLastStateOfWhatIsDeleted() {
        api.objects("a:3");
        reflector.start();
        List<Map<String, Object>> deleted = new java.util.ArrayList<>();
        indexer.addHandler((before, after) -> deleted.add(before));

        api.deleted("a:12");

        assertThat(deleted).containsExactly(ScriptedApi.object("a:12"));
    }
}

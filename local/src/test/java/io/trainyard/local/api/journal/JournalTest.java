package io.trainyard.local.api.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiOptions.Persistence;
import io.trainyard.local.api.LocalApiServer;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.DeleteOptions;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WatchEvent;
import io.trainyard.local.client.WatchHandler;
import io.trainyard.local.client.WriteOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Objects outlive the server (LOCAL-152, LOCAL-153)")
@ExtendWith(VertxExtension.class)
final class JournalTest {
    private static final Resource CONFIG_MAPS = new Resource("", "v1", "configmaps");

    @TempDir
    private Path folder;

    private Vertx vertx;

    @BeforeEach
    void open(Vertx vertx) {
        this.vertx = vertx;
    }

    @Test
    @DisplayName(
            "what a client was told is there when the server was killed; uid and version are the same, and versions never go back")
    void nothingIsLost() throws IOException {
        ApiClient first = client(start(journal()));
        Map<String, Object> kept = create(first, "kept");
        Map<String, Object> deleted = create(first, "deleted");
        Map<String, Object> answer = await(first.delete(CONFIG_MAPS, "default", "deleted", DeleteOptions.DEFAULT));

        ApiClient second = client(start(asLeftByKill()));

        assertThat(await(second.get(CONFIG_MAPS, "default", "kept"))).isEqualTo(kept);
        assertThatThrownBy(() -> await(second.get(CONFIG_MAPS, "default", "deleted")))
                .hasMessageContaining("not found");
        assertThat(version(create(second, "new")))
                .as(answer.toString())
                .isGreaterThan(version(kept))
                .isGreaterThan(version(deleted));
    }

    @Test
    @DisplayName("who watches on from a version of the earlier server is told to list again")
    void oldVersionsAreExpired() throws IOException {
        String seen = Tree.text(create(client(start(journal())), "kept"), "metadata", "resourceVersion");
        ApiClient second = client(start(asLeftByKill()));
        CompletableFuture<Optional<ApiException>> end = new CompletableFuture<>();

        second.watch(CONFIG_MAPS, "default", ListOptions.ALL.from(seen), new WatchHandler() {
            @Override
            public void event(WatchEvent event) {}

            @Override
            public void end(Optional<ApiException> failure) {
                end.complete(failure);
            }
        });

        assertThat(end.orTimeout(60, TimeUnit.SECONDS).join())
                .hasValueSatisfying(expired -> assertThat(expired.code()).isEqualTo(410));
    }

    @Test
    @DisplayName("versions that were given out without a write are not given out again either")
    void versionsOfEverySessionAreNew() throws IOException {
        await(start(journal()).stop());
        long second = version(create(client(start(journal())), "new"));
        long third = version(create(client(start(asLeftByKill())), "newer"));

        assertThat(third).isGreaterThan(second + 1000);
    }

    @Test
    @DisplayName("what is there at every start is the same object at every start, unless somebody changed it")
    void preloadedObjectsStay() throws IOException {
        LocalApiServer server = start(journal());
        Map<String, Object> before = await(client(server).get(Resource.NAMESPACES, "", "default"));
        Map<String, Object> changed = Tree.copy(before);
        Tree.put(changed, "yes", "metadata", "labels", "changed");
        Map<String, Object> kept = await(client(server).get(Resource.NAMESPACES, "", "kube-system"));
        await(client(server).update(Resource.NAMESPACES, changed, WriteOptions.DEFAULT));
        await(server.stop());

        ApiClient second = client(start(journal()));

        assertThat(await(second.get(Resource.NAMESPACES, "", "kube-system"))).isEqualTo(kept);
        Map<String, Object> after = await(second.get(Resource.NAMESPACES, "", "default"));
        assertThat(Tree.text(after, "metadata", "labels", "changed")).isEqualTo("yes");
        assertThat(Tree.text(after, "metadata", "uid")).isEqualTo(Tree.text(before, "metadata", "uid"));
    }

    @Test
    @DisplayName("half a line at the end, as a lost power supply leaves it, is put aside; what stands before it counts")
    void damagedEnd() throws IOException {
        Map<String, Object> kept = create(client(start(journal())), "kept");
        Path left = asLeftByKill();
        Files.writeString(left, "0badc0de {\"group\":\"\",\"plu", StandardOpenOption.APPEND);

        ApiClient second = client(start(left));

        assertThat(await(second.get(CONFIG_MAPS, "default", "kept"))).isEqualTo(kept);
        assertThat(left.resolveSibling("left.journal.damaged")).content().startsWith("0badc0de");
    }

    @Test
    @DisplayName("the file does not grow with every change of an object, and holds the same after it became shorter")
    void compaction() throws IOException {
        LocalApiServer server = start(journal());
        Map<String, Object> object = create(client(server), "big");
        String large = "x".repeat(900_000);
        for (int i = 0; i < 12; i++) {
            object = Tree.copy(object);
            Tree.put(object, large + i, "data", "text");
            object = await(client(server).update(CONFIG_MAPS, object, WriteOptions.DEFAULT));
        }
        await(server.stop());

        assertThat(journal()).satisfies(file -> assertThat(Files.size(file)).isLessThan(6_000_000));
        ApiClient second = client(start(journal()));
        assertThat(await(second.get(CONFIG_MAPS, "default", "big"))).isEqualTo(object);
    }

    @Test
    @DisplayName(
            "of an object that is written again and again while nothing can be written down, only the last state waits")
    void whatWaitsDoesNotGrowWithEveryChange() {
        GroupResource maps = new GroupResource("", "configmaps");
        ObjectKey lease = new ObjectKey("default", "lease");
        ObjectKey other = new ObjectKey("default", "other");
        JournalEntry renewed = new JournalEntry(maps, lease, 4, Tree.of("data", "newest"));
        JournalEntry removed = JournalEntry.removal(maps, other, 3);

        List<JournalEntry> waiting = Journal.latest(List.of(
                new JournalEntry(maps, lease, 1, Tree.of("data", "old")),
                new JournalEntry(maps, other, 2, Tree.of("data", "x")),
                removed,
                renewed));

        assertThat(waiting).containsExactlyInAnyOrder(renewed, removed);
    }

    @Test
    @DisplayName("a journal of a newer release, or something else, is refused in a sentence and left alone")
    void foreignFiles() throws IOException {
        byte[] newer = JournalEntry.checked(
                Tree.of("kind", "trainyard-objects", "format", 99L, "created", "2026-01-01T00:00:00Z"));
        Files.write(journal(), newer);
        assertThatThrownBy(() -> start(journal()))
                .isInstanceOf(UnusableJournalException.class)
                .hasMessageContaining("was written by a newer Trainyard (format 99, this one knows 1)");
        assertThat(journal()).hasBinaryContent(newer);

        Files.writeString(journal(), "my diary\n");
        assertThatThrownBy(() -> start(journal())).hasMessageContaining("does not hold objects of Trainyard");
        assertThat(journal()).hasContent("my diary\n");
    }

    private Path journal() {
        return folder.resolve("objects.journal");
    }

    /** A killed process leaves the file as it is; the first server of the test goes on living. */
    private Path asLeftByKill() throws IOException {
        return Files.copy(journal(), folder.resolve("left.journal"));
    }

    private LocalApiServer start(Path journal) {
        return await(LocalApiServer.start(
                vertx, LocalApiOptions.DEFAULT.withPersistence(new Persistence(journal, "token"))));
    }

    private static ApiClient client(LocalApiServer server) {
        return server.client("test");
    }

    private static Map<String, Object> create(ApiClient client, String name) {
        return await(client.create(
                CONFIG_MAPS,
                Tree.of("metadata", Tree.of("name", name, "namespace", "default"), "data", Tree.of("a", "ä\n")),
                WriteOptions.DEFAULT));
    }

    private static long version(Map<String, Object> object) {
        return Long.parseLong(Tree.text(object, "metadata", "resourceVersion"));
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException told) {
                throw told;
            }
            throw failure;
        }
    }
}

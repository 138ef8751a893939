package io.trainyard.local.api.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.store.GroupResource;
import io.trainyard.local.api.store.ObjectKey;
import io.trainyard.local.api.store.ObjectStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Objects that cannot be written down are tried again (LOCAL-153)")
final class JournalRetryTest {
    private static final GroupResource KIND = new GroupResource("", "configmaps");

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final ManualTimeSource time = new ManualTimeSource();
    private final ObjectStore store = new ObjectStore();
    private final List<Future<Void>> writes = new ArrayList<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        await(vertx::close);
    }

    @Test
    @DisplayName(
            "after a second, also when whoever is told of it changes another object at once: only one write is under way")
    void oneWriteAtATime() {
        Path file = folder.resolve("objects.journal");
        Journal journal = await(() -> Journal.open(vertx, time, file)
                .compose(opened -> opened.follow(store).map(opened)));

        CountDownLatch busy = new CountDownLatch(1);
        await(() -> {
            worker(file).executeBlocking(() -> busy.await(60, TimeUnit.SECONDS), true);
            put("no-json", new StringBuilder());
            Future<Void> first = journal.written();
            writes.add(first);
            busy.countDown();
            return first.otherwise(told -> {
                put("other", "text");
                writes.add(journal.written());
                return null;
            });
        });
        await(() -> afterAllWrites(file));
        assertThat(writes.get(0).failed()).isTrue();
        assertThat(writes.get(1).isComplete()).isFalse();

        await(() -> {
            time.advance(Duration.ofSeconds(1));
            return afterAllWrites(file);
        });
        assertThat(writes.get(1).failed()).isTrue();
    }

    private void put(String name, Object content) {
        store.put(
                KIND,
                new ObjectKey("default", name),
                Tree.of("metadata", Tree.of("name", name, "uid", name), "data", Tree.of("a", content)));
    }

    private Future<Void> afterAllWrites(Path file) {
        return worker(file).executeBlocking(() -> null, true);
    }

    /** The journal's own thread, which does one thing after the other. */
    private WorkerExecutor worker(Path file) {
        return vertx.createSharedWorkerExecutor("trainyard-journal-" + file, 1);
    }

    private <T> T await(Supplier<Future<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        context.runOnContext(now -> work.get().onSuccess(result::complete).onFailure(result::completeExceptionally));
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }
}

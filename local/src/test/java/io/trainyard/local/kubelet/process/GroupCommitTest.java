package io.trainyard.local.kubelet.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Work that is the same for one as for many is done for all who wait (LOCAL-163)")
@Timeout(30)
final class GroupCommitTest {
    private static final int MANY = 20;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Set<String>> rounds = new CopyOnWriteArrayList<>();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    @DisplayName("who comes alone has a round of its own, and returns when it is done")
    void oneAlone() throws Exception {
        GroupCommit<String> commit = new GroupCommit<>(rounds::add);

        commit.submit("a");
        commit.submit("b");

        assertThat(rounds).containsExactly(Set.of("a"), Set.of("b"));
    }

    @Test
    @DisplayName("all who come while a round is under way share rounds after it, and none is left out or done twice")
    void manyShare() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(MANY);
        GroupCommit<String> commit = new GroupCommit<>(items -> {
            rounds.add(items);
            begun.countDown();
            goOn.await();
        });
        List<Future<?>> calls = new ArrayList<>();
        calls.add(threads.submit(() -> submit(commit, "first")));
        begun.await();
        for (int i = 0; i < MANY; i++) {
            String item = "item " + i;
            calls.add(threads.submit(() -> {
                queued.countDown();
                submit(commit, item);
            }));
        }
        queued.await();
        while (commit.waiting() < MANY) {
            Thread.onSpinWait();
        }

        goOn.countDown();
        for (Future<?> call : calls) {
            call.get();
        }

        assertThat(rounds).hasSize(2);
        assertThat(rounds.get(1)).hasSize(MANY);
    }

    @Test
    @DisplayName("a round that fails tells who led it; the others try for themselves")
    void failure() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        GroupCommit<String> commit = new GroupCommit<>(items -> {
            rounds.add(items);
            begun.countDown();
            goOn.await();
            if (items.size() > 1) {
                throw new IOException("too many");
            }
        });
        Future<?> first = threads.submit(() -> submit(commit, "first"));
        begun.await();
        List<Future<?>> others =
                List.of(threads.submit(() -> submit(commit, "a")), threads.submit(() -> submit(commit, "b")));
        while (commit.waiting() < 2) {
            Thread.onSpinWait();
        }

        goOn.countDown();
        first.get();
        int failed = 0;
        for (Future<?> other : others) {
            try {
                other.get();
            } catch (java.util.concurrent.ExecutionException told) {
                failed++;
            }
        }

        assertThat(failed).isEqualTo(1);
        assertThat(rounds).hasSize(3);
        assertThat(rounds.get(2)).hasSize(1);
        assertThatThrownBy(() -> new GroupCommit<String>(items -> {
                            throw new IOException("broken");
                        })
                        .submit("alone"))
                .hasMessage("broken");
    }

    private static void submit(GroupCommit<String> commit, String item) {
        try {
            commit.submit(item);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}

package io.trainyard.core.kube.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RefreshingCredentials (FAB-51)")
final class RefreshingCredentialsTest {
    private final ManualTimeSource time = new ManualTimeSource();
    private final Source source = new Source();
    private final HeldWorker worker = new HeldWorker();
    private final RefreshingCredentials token = new RefreshingCredentials(
            source, Credential.ofToken("old", Optional.empty()), Optional.empty(), time, Runnable::run, worker);

    @Test
    void itLooksAgainOnItsOwn() {
        source.value = "new";

        time.advance(Duration.ofSeconds(59));
        assertThat(worker.tasks).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(token.authorization()).contains("Bearer old");
        worker.work();

        assertThat(token.authorization()).contains("Bearer new");
        time.advance(Duration.ofSeconds(60));
        assertThat(worker.tasks).hasSize(1);
    }

    @Test
    void manyRefusalsAtOnceCauseOneLook() {
        source.value = "new";

        var first = token.refresh().toCompletableFuture();
        var second = token.refresh().toCompletableFuture();
        assertThat(worker.tasks).hasSize(1);
        worker.work();

        assertThat(first).isCompletedWithValue(true);
        assertThat(second).isCompletedWithValue(true);
    }

    @Test
    void aLookThatIsOverWhenItsBeginReturnsBringsTheNewTokenToWhoeverAskedForIt() {
        source.value = "new";
        worker.atOnce = true;

        var refreshed = token.refresh().toCompletableFuture();

        assertThat(token.authorization()).contains("Bearer new");
        assertThat(refreshed).isCompletedWithValue(true);
    }

    @Test
    void aRefreshThatBringsTheSameTokenChangesNothing() {
        var refreshed = token.refresh().toCompletableFuture();
        worker.work();

        assertThat(refreshed).isCompletedWithValue(false);
    }

    @Test
    void aServerThatRefusesForGoodDoesNotCauseALookForEveryRequest() {
        token.refresh();
        worker.work();

        assertThat(token.refresh().toCompletableFuture()).isCompletedWithValue(false);
        assertThat(worker.tasks).isEmpty();
        time.advance(Duration.ofSeconds(5));
        token.refresh();
        assertThat(worker.tasks).hasSize(1);
    }

    @Test
    void afterAFailureTheOldTokenStaysAndItLooksAgainSoon() {
        source.failure = new IOException("gone");
        var refreshed = token.refresh().toCompletableFuture();
        worker.work();

        assertThat(refreshed).isCompletedWithValue(false);
        assertThat(token.authorization()).contains("Bearer old");
        source.failure = null;
        source.value = "new";
        time.advance(Duration.ofSeconds(10));
        worker.work();
        assertThat(token.authorization()).contains("Bearer new");
    }

    @Test
    void onceClosedItLooksNoMore() {
        token.close();

        time.advance(Duration.ofHours(1));

        assertThat(worker.tasks).isEmpty();
        assertThat(token.refresh().toCompletableFuture()).isCompletedWithValue(false);
    }

    private static final class Source implements CredentialSource {
        private String value = "old";
        private IOException failure;

        @Override
        public Credential read() throws IOException {
            if (failure != null) {
                throw failure;
            }
            return Credential.ofToken(value, Optional.empty());
        }

        @Override
        public Duration refreshDelay(Credential known, Instant now) {
            return Duration.ofSeconds(60);
        }

        @Override
        public String description() {
            return "a test";
        }
    }

    /** Does its work when told to, or has done it when it is asked. */
    private static final class HeldWorker implements BlockingExecutor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private boolean atOnce;

        @Override
        public <T> CompletionStage<T> run(Callable<T> task) {
            var result = new CompletableFuture<T>();
            tasks.add(() -> {
                try {
                    result.complete(task.call());
                } catch (Exception failed) {
                    result.completeExceptionally(failed);
                }
            });
            if (atOnce) {
                work();
            }
            return result;
        }

        private void work() {
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }
    }
}

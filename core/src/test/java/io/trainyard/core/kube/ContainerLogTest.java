package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The bytes of a log on their way (OPS-78)")
final class ContainerLogTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger over = new AtomicInteger();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final List<String> read = new CopyOnWriteArrayList<>();
    private final ContainerLog log = new ContainerLog(context, context);

    private final AsyncBody body = new AsyncBody() {
        @Override
        public void consume() {
            asked.incrementAndGet();
        }

        @Override
        public CompletableFuture<Void> done() {
            return end;
        }

        @Override
        public void cancel() {
            end.cancel(false);
        }
    };

    private void begin() {
        log.whenOver(over::incrementAndGet);
        log.handler(part -> read.add(part.toString()))
                .endHandler(ignored -> read.add("(end)"))
                .exceptionHandler(failure -> read.add("(" + failure.getMessage() + ")"));
        log.begin(body);
        settle();
    }

    private void onContext(Runnable task) {
        context.runOnContext(ignored -> task.run());
        settle();
    }

    private void arrives(String part) {
        log.arrived(Buffer.buffer(part));
        settle();
    }

    /** Until what was handed to the context has run, and what that handed to it. */
    private void settle() {
        CompletableFuture<Void> settled = new CompletableFuture<>();
        context.runOnContext(first -> context.runOnContext(second -> settled.complete(null)));
        await().atMost(ONE_MINUTE).until(settled::isDone);
    }

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void nothingIsAskedForWhileNobodyTakesAndThenOnePartAfterTheOther() {
        begin();
        assertThat(asked).as("paused").hasValue(0);

        onContext(() -> log.fetch(2));
        assertThat(asked).hasValue(1);
        arrives("one");
        assertThat(asked).as("the next one only after the first was taken").hasValue(2);
        arrives("two");
        assertThat(asked).as("no more than what was fetched").hasValue(2);
        assertThat(read).containsExactly("one", "two");

        onContext(log::resume);
        assertThat(asked).hasValue(3);
    }

    @Test
    void whatHasArrivedIsReadBeforeItEnds() {
        begin();
        arrives("last");
        end.complete(null);
        settle();
        assertThat(read).isEmpty();

        onContext(log::resume);

        assertThat(read).containsExactly("last", "(end)");
        assertThat(over).as("its place is free").hasValue(1);
    }

    @Test
    void aConnectionThatBreaksIsTold() {
        begin();
        onContext(log::resume);
        end.completeExceptionally(new IOException("broken"));
        settle();

        assertThat(read).containsExactly("(broken)");
        assertThat(over).hasValue(1);
    }

    @Test
    void whoClosesIsToldNothingMoreAndTheConnectionEnds() {
        begin();
        onContext(log::resume);
        log.close();
        log.close();
        settle();
        arrives("late");

        assertThat(read).isEmpty();
        assertThat(end).isCancelled();
        assertThat(over).hasValue(1);
    }
}

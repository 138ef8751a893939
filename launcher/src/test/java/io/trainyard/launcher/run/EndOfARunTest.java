package io.trainyard.launcher.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.trainyard.core.time.VertxTimeSource;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.run.progress.RunEvent;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is still seen while a run ends, and after that, harms nobody. */
@DisplayName("The end of a local run (LOCAL-106)")
@Timeout(180)
final class EndOfARunTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();

    @TempDir
    private Path folder;

    @AfterEach
    void close() throws Exception {
        get(vertx.close());
    }

    @Test
    @DisplayName("all events that came before the end are written, in their order")
    void eventsBeforeTheEndAreWritten() throws Exception {
        Path file = folder.resolve("events.log");
        EventLog log = new EventLog(vertx, file);

        onContext(() -> {
            IntStream.range(0, 500).forEach(i -> log.add("event " + i));
            return log.close();
        });

        assertThat(Files.readAllLines(file))
                .containsExactlyElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "event " + i).toList());
    }

    @Test
    @DisplayName("an event that comes after the end, even after the event loops have closed, is dropped without a word")
    void eventsAfterTheEndAreDropped() throws Exception {
        Path file = folder.resolve("events.log");
        EventLog log = new EventLog(vertx, file);
        onContext(() -> {
            log.add("in time");
            return log.close();
        });
        get(vertx.close());

        assertThatCode(() -> log.add("late")).doesNotThrowAnyException();

        assertThat(file).hasContent("in time");
    }

    @Test
    @DisplayName("a warning that comes after the last look at the screen is not shown, and breaks nothing")
    void whatComesAfterTheLastLookIsNotShown() throws Exception {
        StringWriter out = new StringWriter();
        LocalRun.Display display = new LocalRun.Display(
                new PrintWriter(out),
                new PrintWriter(out),
                LocalRun.Format.LINES,
                LocalRun.Follow.ALL,
                Optional.empty(),
                false,
                LocalRun.Page.NONE,
                false);
        RunSession session = new RunSession(
                vertx, new VertxTimeSource(context), display, Set.of("default/mnist"), state -> {}, () -> {});
        onContext(() -> {
            session.take(warning("early"));
            return session.finish();
        });

        onContext(() -> {
            session.take(warning("late"));
            return Future.succeededFuture();
        });

        assertThat(out.toString()).contains("early").doesNotContain("late");
    }

    @Test
    @DisplayName(
            "when nobody reads the output any more, the run is told so once, and the user on standard error (LOCAL-250)")
    void aRunThatNobodyReadsIsStopped() throws Exception {
        StringWriter err = new StringWriter();
        Writer closed = new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        LocalRun.Display display = new LocalRun.Display(
                new PrintWriter(closed),
                new PrintWriter(err),
                LocalRun.Format.LINES,
                LocalRun.Follow.ALL,
                Optional.empty(),
                false,
                LocalRun.Page.NONE,
                false);
        AtomicInteger told = new AtomicInteger();
        RunSession session = new RunSession(
                vertx,
                new VertxTimeSource(context),
                display,
                Set.of("default/mnist"),
                state -> {},
                told::incrementAndGet);

        onContext(() -> {
            session.take(warning("one"));
            session.take(warning("two"));
            return session.finish();
        });

        assertThat(told).hasValue(1);
        assertThat(err.toString()).containsOnlyOnce("nobody reads the output any more");
        assertThat(RunOutcome.UNREAD.exitCode()).isEqualTo(141);
    }

    private static RunEvent warning(String message) {
        return new RunEvent.WarningRecorded(Instant.EPOCH, "Pod mnist", "Odd", message);
    }

    private void onContext(Callable<Future<Void>> task) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        context.runOnContext(ignored -> {
            try {
                task.call().onComplete(result -> {
                    if (result.succeeded()) {
                        done.complete(null);
                    } else {
                        done.completeExceptionally(result.cause());
                    }
                });
            } catch (Exception failure) {
                done.completeExceptionally(failure);
            }
        });
        done.get(60, TimeUnit.SECONDS);
    }

    private static void get(Future<Void> future) throws Exception {
        future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}

package io.trainyard.local.kubelet.logs;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A log is read only as fast as its reader takes it (LOCAL-113)")
final class LogStreamTest {
    /** What is given to its one worker is done one after the other. */
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setWorkerPoolSize(1));

    private final Context context = vertx.getOrCreateContext();
    private final AtomicInteger timers = new AtomicInteger();
    private final Buffer taken = Buffer.buffer();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        await(vertx::close);
    }

    @Test
    @DisplayName("nothing comes after a pause, also of what was being read at that moment, and nothing is lost")
    void pausedWhileItReads() throws IOException {
        String written = "0123456789abcde\n".repeat(64 << 10);
        LogStream log = open(written, false);
        CountDownLatch busy = new CountDownLatch(1);

        await(() -> {
            vertx.executeBlocking(() -> busy.await(60, TimeUnit.SECONDS), false);
            log.handler(taken::appendBuffer).endHandler(ended -> end.complete(null));
            return Future.future(reading -> context.runOnContext(now -> {
                log.pause();
                reading.complete();
            }));
        });
        busy.countDown();
        await(() -> rounds(50));
        assertThat(taken.length()).isZero();

        log.resume();
        end.orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(taken).hasToString(written);
    }

    @Test
    @DisplayName("a quiet log is looked at as often as before, however often its reader was paused meanwhile")
    void resumedWhileItWaits() throws IOException {
        LogStream log = open("", true);

        await(() -> {
            log.handler(taken::appendBuffer);
            return rounds(3);
        });
        for (int i = 0; i < 5; i++) {
            await(() -> {
                log.pause();
                log.resume();
                return rounds(3);
            });
        }

        assertThat(timers).hasValue(1);
    }

    /** Opens a log with this content, which nobody looks at again by the time. */
    private LogStream open(String content, boolean follow) throws IOException {
        Path file = Files.writeString(folder.resolve("main.log"), content);
        LogFile opened = LogFile.open(file, folder.resolve("main.times"), LogQueries.of("n", "p", "main"));
        Vertx counted = (Vertx) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Vertx.class}, (self, method, arguments) -> {
                    if (method.getName().equals("setTimer")) {
                        return (long) timers.incrementAndGet();
                    }
                    try {
                        return method.invoke(vertx, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        return await(() -> Future.succeededFuture(new LogStream(counted, opened, follow, () -> true)));
    }

    /** So many times, the worker has done all that it was given before. */
    private Future<Void> rounds(int left) {
        Future<Void> round = vertx.executeBlocking(() -> null, false);
        return left == 0 ? round : round.compose(done -> rounds(left - 1));
    }

    private <T> T await(Supplier<Future<T>> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        context.runOnContext(now -> work.get().onSuccess(result::complete).onFailure(result::completeExceptionally));
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }
}

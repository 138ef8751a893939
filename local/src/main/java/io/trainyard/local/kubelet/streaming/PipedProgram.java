package io.trainyard.local.kubelet.streaming;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process whose streams are pipes. Threads of its own wait for them, one each, as long as it runs. */
@Blocking("its threads wait for pipes, and for clients that read slowly")
final class PipedProgram implements RemoteProgram {
    private static final Logger LOG = LoggerFactory.getLogger(PipedProgram.class);
    private static final int PIECE = 32 << 10;

    private final Vertx vertx;
    private final Context context;
    private final Process process;
    private final boolean tty;
    private final ExecutorService writer;
    private final Promise<Integer> exit = Promise.promise();

    /** Makes one when its process has been started. */
    @FunctionalInterface
    interface Starter {
        /**
         * Begins to read.
         *
         * @param tty whether {@link TerminalProgram} is between us and the program
         */
        RemoteProgram of(Process process, boolean tty);
    }

    /** Hands output over on the context of the caller. */
    static Starter onContextOf(Vertx vertx, ProgramOutput output) {
        Context context = vertx.getOrCreateContext();
        return (process, tty) -> new PipedProgram(vertx, context, process, tty).begin(output);
    }

    private PipedProgram(Vertx vertx, Context context, Process process, boolean tty) {
        this.vertx = vertx;
        this.context = context;
        this.process = process;
        this.tty = tty;
        this.writer = Executors.newSingleThreadExecutor(work -> thread("stdin", work));
    }

    private Thread thread(String stream, Runnable work) {
        Thread thread = new Thread(work, "trainyard-exec-" + process.pid() + "-" + stream);
        thread.setDaemon(true);
        return thread;
    }

    private PipedProgram begin(ProgramOutput output) {
        Future<Void> read = Future.join(
                        pump("stdout", process.getInputStream(), output::stdout),
                        pump("stderr", process.getErrorStream(), output::stderr))
                .mapEmpty();
        process.onExit()
                .thenAccept(ended -> context.runOnContext(nothing -> {
                    writer.shutdownNow();
                    // As in a cluster: what it has left behind may still write.
                    read.onComplete(all -> exit.tryComplete(ended.exitValue()));
                }));
        return this;
    }

    private Future<Void> pump(String name, InputStream in, Function<Buffer, Future<Void>> out) {
        Promise<Void> end = Promise.promise();
        thread(name, () -> {
                    try {
                        copy(in, out);
                    } catch (IOException | ExecutionException gone) {
                        LOG.debug("the output of a program is not read to its end", gone);
                    } catch (InterruptedException interrupted) {
                        Thread.currentThread().interrupt();
                    }
                    context.runOnContext(nothing -> end.complete());
                })
                .start();
        return end.future();
    }

    private void copy(InputStream in, Function<Buffer, Future<Void>> out)
            throws IOException, ExecutionException, InterruptedException {
        byte[] piece = new byte[PIECE];
        for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
            Buffer bytes = Buffer.buffer().appendBytes(piece, 0, count);
            CompletableFuture<Void> taken = new CompletableFuture<>();
            context.runOnContext(nothing -> out.apply(bytes).onComplete(outcome -> {
                if (outcome.succeeded()) {
                    taken.complete(null);
                } else {
                    taken.completeExceptionally(outcome.cause());
                }
            }));
            taken.get();
        }
    }

    @Override
    public ByteReceiver input() {
        return new ByteReceiver() {
            @Override
            public Future<Void> take(Buffer bytes) {
                return write(tty ? TerminalProgram.input(bytes) : bytes);
            }

            @Override
            public void end() {
                onWriter(OutputStream::close);
            }
        };
    }

    private Future<Void> write(Buffer bytes) {
        return onWriter(out -> {
            out.write(bytes.getBytes());
            out.flush();
        });
    }

    @FunctionalInterface
    private interface Write {
        void to(OutputStream out) throws IOException;
    }

    private Future<Void> onWriter(Write write) {
        Promise<Void> done = Promise.promise();
        if (writer.isShutdown()) {
            return Future.failedFuture("the program has ended");
        }
        writer.execute(() -> {
            try {
                write.to(process.getOutputStream());
                context.runOnContext(nothing -> done.complete());
            } catch (IOException closed) {
                context.runOnContext(nothing -> done.fail(closed));
            }
        });
        return done.future();
    }

    @Override
    public void resize(int columns, int rows) {
        if (tty) {
            write(TerminalProgram.size(columns, rows));
        }
    }

    @Override
    public Future<Integer> exit() {
        return exit.future();
    }

    @Override
    public void detach() {
        if (process.isAlive()) {
            Future<Void> ended = vertx.executeBlocking(
                    () -> {
                        process.descendants().forEach(ProcessHandle::destroy);
                        process.destroy();
                        return null;
                    },
                    false);
            ended.onFailure(cause -> LOG.warn("a program that was started by a client goes on", cause));
        }
    }
}

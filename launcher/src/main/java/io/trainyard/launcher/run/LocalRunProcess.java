package io.trainyard.launcher.run;

import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.logging.LogSetup;
import io.trainyard.launcher.run.folder.KnownFolders;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.folder.RunStatus;
import io.trainyard.launcher.run.view.ShownPath;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs TrainJobs in this process. Only the thread that called {@link #run} ever waits. */
@Blocking("the thread of the command has nothing else to do")
public final class LocalRunProcess implements LocalRun {
    private static final Logger LOG = LoggerFactory.getLogger(LocalRunProcess.class);

    /** Beside the grace period of the programs. */
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

    private final CompletableFuture<RunOutcome> outcome = new CompletableFuture<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final EarlyStart early;
    private @Nullable FutureTask<PreparedRun> prepared;
    private volatile @Nullable RunFolder folder;
    private volatile @Nullable RunStatus status;
    private volatile @Nullable Request asked;

    /** A run; nothing of it is begun, but perhaps what it stands on. */
    public LocalRunProcess(EarlyStart early) {
        this.early = early;
    }

    @Override
    public void prepare(PluginSource plugins, int port, boolean debug) {
        FutureTask<PreparedRun> task = new FutureTask<>(() -> PreparedRun.start(early, plugins, port, debug));
        Thread thread = new Thread(task, "trainyard-start");
        thread.setDaemon(true);
        thread.start();
        prepared = task;
    }

    @Override
    public int run(Request request) {
        return run(request, Optional.empty());
    }

    @Override
    public int develop(Request request, Development development) {
        return run(request, Optional.of(development));
    }

    private int run(Request request, Optional<Development> development) {
        asked = request;
        PreparedRun base = prepared();
        base.timeline().mark("input");
        Clock clock = Clock.system(ZoneId.systemDefault());
        RunFolder fresh = newFolder(request, clock);
        RunStatus begun = new RunStatus(
                request.trainJobs().stream()
                        .map(job -> job.getMetadata().getName())
                        .toList(),
                RunStatus.Phase.RUNNING,
                clock.instant(),
                Optional.empty(),
                Optional.empty(),
                ProcessIdentity.ofThisProcess(),
                "",
                "");
        fresh.write(begun);
        folder = fresh;
        status = begun;
        LogSetup.toFile(fresh.log(), request.display().debug());
        remember(request);
        RunLifecycle life = new RunLifecycle(base, request, development, fresh, begun, outcome);
        base.context().runOnContext(ignored -> life.start());
        try {
            return finish(request, fresh, base.context(), life);
        } finally {
            // Steps that took too long may have left it watching; what it sees now would find nobody to write it down.
            await(base.context(), Duration.ofSeconds(1), () -> {
                life.observeNoMore();
                return Future.succeededFuture();
            });
            VertxShutdown.await(base.vertx());
        }
    }

    private static void remember(Request request) {
        try {
            KnownFolders.of(System.getenv()).add(request.state());
        } catch (IOException unwritable) {
            LOG.debug("this folder is not remembered", unwritable);
        }
    }

    private PreparedRun prepared() {
        if (prepared == null) {
            throw new IllegalStateException("prepare comes before run");
        }
        try {
            return prepared.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failure) {
            throw EnvironmentFault.of(failure)
                    .<RuntimeException>map(told -> told)
                    .orElseGet(
                            () -> new IllegalStateException("cannot start: " + failure.getCause(), failure.getCause()));
        }
    }

    private static RunFolder newFolder(Request request, Clock clock) {
        try {
            return request.state()
                    .newRun(clock, request.trainJobs().get(0).getMetadata().getName());
        } catch (UncheckedIOException unwritable) {
            String why = EnvironmentFault.of(unwritable)
                    .map(CommandException::getMessage)
                    .orElse(String.valueOf(unwritable.getMessage()));
            throw new CommandException(ExitCodes.WRONG_INPUT, "--state: " + why, unwritable);
        }
    }

    private int finish(Request request, RunFolder fresh, Context context, RunLifecycle life) {
        Duration timeout = request.machine().grace().orElse(Duration.ZERO).plus(SHUTDOWN_TIMEOUT);
        try {
            RunOutcome how = outcome.get();
            context.runOnContext(ignored -> life.announceStop(how));
            if (request.limits().keep() && (how == RunOutcome.COMPLETE || how == RunOutcome.FAILED)) {
                context.runOnContext(ignored -> life.keep());
                released.get();
            }
            await(context, timeout, () -> life.stop(how));
            return life.exitCode(how);
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            Optional<CommandException> told = EnvironmentFault.of(cause);
            int code = request.isProgram()
                    ? ExitCodes.NOT_OF_PROGRAM
                    : told.isPresent() ? ExitCodes.WRONG_INPUT : ExitCodes.INTERNAL_ERROR;
            await(context, timeout, () -> life.abandon(code));
            if (told.isPresent()) {
                throw told.get();
            }
            LOG.atError().setCause(cause).log("the run cannot go on");
            throw new CommandException(
                    code,
                    "internal error: " + cause + "\nThis is a fault in Trainyard or in a plugin; see " + fresh.log(),
                    cause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCodes.STOPPED;
        }
    }

    private static void await(Context context, Duration timeout, Supplier<Future<Void>> work) {
        try {
            Future.<Void>future(
                            done -> context.runOnContext(ignored -> work.get().onComplete(done)))
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException incomplete) {
            LOG.atWarn().setCause(incomplete).log("not everything stopped gracefully");
        }
    }

    @Override
    public void stop() {
        end(RunOutcome.STOPPED);
    }

    @Override
    public void terminate() {
        end(RunOutcome.TERMINATED);
    }

    @Override
    public void hangUp() {
        end(RunOutcome.HUNG_UP);
    }

    private void end(RunOutcome how) {
        outcome.complete(how);
        released.complete(null);
    }

    @Override
    public void kill() {
        RunFolder left = folder;
        Request run = asked;
        if (run != null) {
            PrintWriter err = run.display().err();
            err.println(
                    "killed" + (left == null ? "" : "; what there is of the run is in " + ShownPath.of(left.root())));
            err.flush();
        }
        // What has left its parents behind is ended by the companion of the kubelet, which notices that we are gone.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        RunStatus begun = status;
        try {
            if (left != null && begun != null) {
                left.write(begun.ended(
                        RunStatus.Phase.STOPPED,
                        Clock.systemUTC().instant(),
                        ExitCodes.STOPPED,
                        outcome.getNow(RunOutcome.STOPPED).by(left)));
            }
        } finally {
            // Also with a full disk, or where the end in good order writes the same at this moment.
            Runtime.getRuntime().halt(ExitCodes.STOPPED);
        }
    }
}

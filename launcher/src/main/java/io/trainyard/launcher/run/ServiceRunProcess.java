package io.trainyard.launcher.run;

import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.logging.LogSetup;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.local.client.ApiException;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs TrainJobs in the service of a folder, and follows them in this process. Only the thread that called {@link #run} ever waits. */
@Blocking("the thread of the command has nothing else to do")
final class ServiceRunProcess implements LocalRun {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceRunProcess.class);
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

    private final EarlyStart early;
    private final ServiceFolder service;
    private final ServiceStatus status;
    private final CompletableFuture<RunOutcome> outcome = new CompletableFuture<>();
    private volatile @Nullable ServiceRunLifecycle lifecycle;

    /** A run in a service that is up, as its status says. */
    ServiceRunProcess(EarlyStart early, ServiceFolder service, ServiceStatus status) {
        this.early = early;
        this.service = service;
        this.status = status;
    }

    @Override
    public void prepare(PluginSource plugins, int port, boolean debug) {
        // All that could be prepared is up already.
    }

    @Override
    public LocalRun in(ServiceFolder other, ServiceStatus itsStatus) {
        return new ServiceRunProcess(early, other, itsStatus);
    }

    @Override
    public int run(Request request) {
        LogSetup.toFile(service.root().resolve("run.log"), request.display().debug());
        Vertx vertx = early.vertx();
        Context context = vertx.getOrCreateContext();
        ServiceRunLifecycle life = new ServiceRunLifecycle(context, request, service, status, outcome);
        lifecycle = life;
        try {
            context.runOnContext(ignored -> life.start());
            RunOutcome how = outcome.get();
            CompletableFuture<Void> stopped = new CompletableFuture<>();
            context.runOnContext(ignored -> life.stop(how).onComplete(done -> stopped.complete(null)));
            stopped.get(SHUTDOWN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return how.exitCode();
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            if (cause instanceof ApiException refusal) {
                throw new CommandException(ExitCodes.WRONG_INPUT, String.valueOf(refusal.getMessage()), refusal);
            }
            throw EnvironmentFault.of(cause)
                    .orElseGet(() -> new CommandException(ExitCodes.INTERNAL_ERROR, "internal error: " + cause, cause));
        } catch (TimeoutException late) {
            LOG.atWarn().setCause(late).log("not everything stopped gracefully");
            return ExitCodes.STOPPED;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCodes.STOPPED;
        } finally {
            VertxShutdown.await(vertx);
        }
    }

    @Override
    public int develop(Request request, Development development) {
        throw new IllegalStateException("a job is developed in a cluster of its own");
    }

    @Override
    public void stop() {
        outcome.complete(RunOutcome.STOPPED);
    }

    @Override
    public void terminate() {
        outcome.complete(RunOutcome.TERMINATED);
    }

    @Override
    public void hangUp() {
        outcome.complete(RunOutcome.HUNG_UP);
    }

    @Override
    public void kill() {
        ServiceRunLifecycle known = lifecycle;
        if (known != null) {
            known.kill();
        }
        Runtime.getRuntime().halt(ExitCodes.STOPPED);
    }
}

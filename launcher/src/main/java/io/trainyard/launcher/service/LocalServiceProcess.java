package io.trainyard.launcher.service;

import io.trainyard.core.loop.VertxShutdown;
import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.BuildInfo;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.EnvironmentFault;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.service.LocalService;
import io.trainyard.launcher.logging.LogSetup;
import io.trainyard.launcher.run.PreparedRun;
import io.trainyard.launcher.run.folder.KnownFolders;
import io.trainyard.launcher.run.folder.ProcessIdentity;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import io.trainyard.launcher.run.page.RunPage;
import io.trainyard.local.api.LocalApiOptions;
import io.trainyard.local.api.LocalApiServer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service of a folder in this process. Only the thread that called {@link #run} ever waits. */
@Blocking("the thread of the command has nothing else to do")
public final class LocalServiceProcess implements LocalService {
    private static final Logger LOG = LoggerFactory.getLogger(LocalServiceProcess.class);
    private static final long MAX_LOG_BYTES = 8 << 20;

    /** Beside the grace period of the programs. */
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(20);

    /** How often it is looked whether the folder is still there. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private volatile @Nullable ServiceFolder folder;

    @Override
    public int run(Request request, Consumer<ServiceStatus> up) {
        ServiceFolder service = request.folder();
        folder = service;
        Optional<ServiceStatus> before = service.read();
        String token = before.map(ServiceStatus::token)
                .filter(known -> !known.isEmpty())
                .orElseGet(LocalApiServer::newToken);
        String secret = before.flatMap(LocalServiceProcess::secretOfPage).orElseGet(RunPage::newSecret);
        int port = port(request.ports().api(), before.map(ServiceStatus::server));
        int pagePort = port(request.ports().page(), before.map(ServiceStatus::page));
        ServiceStatus starting = new ServiceStatus(
                ServiceStatus.Phase.STARTING,
                BuildInfo.current().version(),
                Clock.systemUTC().instant(),
                ProcessIdentity.ofThisProcess(),
                before.map(ServiceStatus::server).orElse(""),
                before.map(ServiceStatus::page).orElse(""),
                token,
                request.machine().work().folder());
        service.write(starting);
        LogSetup.toBoundedFile(service.asRun().log(), MAX_LOG_BYTES, request.debug());
        remember(service);
        OwnFolder own = ownFolder(service);
        PreparedRun base = PreparedRun.start(
                request.plugins(),
                options -> options.withPort(port)
                        .withPersistence(new LocalApiOptions.Persistence(service.journal(), token)),
                request.debug());
        ServiceLifecycle life = new ServiceLifecycle(base, request, starting, secret, pagePort);
        try {
            ServiceStatus answering = onContext(base.context(), life::start).get();
            up.accept(answering);
            awaitEnd(service, own);
            return ExitCodes.DONE;
        } catch (ExecutionException failure) {
            Throwable cause = Objects.requireNonNullElse(failure.getCause(), failure);
            LOG.atError().setCause(cause).log("the service cannot start");
            throw EnvironmentFault.of(cause)
                    .orElseGet(() -> new CommandException(
                            ExitCodes.INTERNAL_ERROR,
                            "internal error: " + cause + "\nThis is a fault in Trainyard or in a plugin; see "
                                    + service.asRun().log(),
                            cause));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return ExitCodes.STOPPED;
        } finally {
            stop(base, life, request.machine().grace().orElse(Duration.ZERO).plus(SHUTDOWN_TIMEOUT));
            if (!own.isGone()) {
                service.read().ifPresent(last -> service.write(last.down()));
            }
        }
    }

    private static OwnFolder ownFolder(ServiceFolder service) {
        try {
            return OwnFolder.of(service.lock());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + service.lock(), e);
        }
    }

    private void awaitEnd(ServiceFolder service, OwnFolder own) throws InterruptedException, ExecutionException {
        while (true) {
            try {
                stopped.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException goesOn) {
                if (own.isGone()) {
                    throw new CommandException(
                            ExitCodes.FAILED, service.root() + " is gone, and the service ends with it");
                }
            }
        }
    }

    /** What is left of the path of an address. */
    private static Optional<String> secretOfPage(ServiceStatus status) {
        return status.page().isEmpty()
                ? Optional.empty()
                : Optional.of(URI.create(status.page()).getPath().replace("/", ""))
                        .filter(secret -> !secret.isEmpty());
    }

    /** That which the user wants, or that of the last time if nobody else has it now; 0 for any. */
    private static int port(int wanted, Optional<String> lastAddress) {
        if (wanted > 0) {
            return wanted;
        }
        int last = lastAddress
                .filter(address -> !address.isEmpty())
                .map(address -> URI.create(address).getPort())
                .orElse(0);
        if (last <= 0) {
            return 0;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), last));
            return last;
        } catch (IOException taken) {
            return 0;
        }
    }

    private static void remember(ServiceFolder service) {
        try {
            KnownFolders.of(System.getenv()).add(service.state());
        } catch (IOException unwritable) {
            LOG.debug("this folder is not remembered", unwritable);
        }
    }

    private static void stop(PreparedRun base, ServiceLifecycle life, Duration timeout) {
        try {
            onContext(base.context(), life::stop).get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException incomplete) {
            LOG.atWarn().setCause(incomplete).log("not everything stopped gracefully");
        }
        VertxShutdown.await(base.vertx());
    }

    private static <T> CompletableFuture<T> onContext(Context context, Supplier<Future<T>> work) {
        Promise<T> done = Promise.promise();
        context.runOnContext(ignored -> work.get().onComplete(done));
        return done.future().toCompletionStage().toCompletableFuture();
    }

    @Override
    public void stop() {
        stopped.complete(null);
    }

    @Override
    public void kill() {
        // What has left its parents behind is ended by the companion of the kubelet, which notices that we are gone.
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        ServiceFolder known = folder;
        try {
            if (known != null) {
                known.read().ifPresent(last -> known.write(last.down()));
            }
        } finally {
            // Also with a full disk, or where the end in good order writes the same at this moment.
            Runtime.getRuntime().halt(ExitCodes.STOPPED);
        }
    }
}

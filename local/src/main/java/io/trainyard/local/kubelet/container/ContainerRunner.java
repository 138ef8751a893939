package io.trainyard.local.kubelet.container;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.image.InitializerImage;
import io.trainyard.local.kubelet.launch.MissingCommandException;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.lifecycle.ContainerStatus;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.node.NodeContext;
import io.trainyard.local.kubelet.probe.Endpoint;
import io.trainyard.local.kubelet.process.ProcessMemory;
import io.trainyard.local.kubelet.process.RunningContainer;
import io.trainyard.local.kubelet.process.StartException;
import io.trainyard.local.kubelet.sandbox.PodSetup;
import io.trainyard.local.kubelet.spec.ActionSpec;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import io.trainyard.local.kubelet.spec.PodSpec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One container of a pod: starts it, watches over it, stops it, and tells the pod. On the event loop. */
public final class ContainerRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerRunner.class);
    /** As a kubelet says it. */
    private static final String OUT_OF_MEMORY = "OOMKilled";

    private static final int FIRST_SIGNAL = 128;
    private static final int LAST_SIGNAL = 128 + 64;

    private final NodeContext node;
    private final PodSpec pod;
    private final ContainerSpec container;
    private final PodSetup setup;
    private final PodFolder folder;
    private final ContainerStart beginning;
    private final Listener listener;
    private @Nullable RunningContainer running;
    private @Nullable Prober probes;
    private @Nullable MemoryWatch memory;
    private boolean outOfMemory;
    private boolean stopping;

    /** Is told what becomes of a container. */
    public interface Listener {
        void running(ContainerSpec container, Instant since, String id);

        /** Something that the container needs is missing or wrong. */
        void unprepared(ContainerSpec container, String reason, String message, boolean terminal);

        void probed(ContainerSpec container, boolean started, boolean ready);

        void ended(ContainerSpec container, Terminated how);
    }

    /** A container that is started, and started again, by {@link #start}. */
    public ContainerRunner(
            NodeContext node,
            PodSpec pod,
            ContainerSpec container,
            PodSetup setup,
            PodFolder folder,
            Listener listener) {
        this.node = node;
        this.pod = pod;
        this.container = container;
        this.setup = setup;
        this.folder = folder;
        this.beginning = new ContainerStart(node, pod, container, setup, folder);
        this.listener = listener;
    }

    /**
     * Starts it.
     *
     * @param runs how often it was started before
     */
    public void start(int runs) {
        stopping = false;
        Instant begin = node.now();
        beginning.run(runs).onComplete(outcome -> {
            if (outcome.succeeded()) {
                started(outcome.result());
            } else {
                failed(outcome.cause(), begin);
            }
        });
    }

    private void failed(Throwable cause, Instant begin) {
        if (cause instanceof StartException) {
            node.events()
                    .warning(pod.reference(), "Failed", "container " + container.name() + ": " + cause.getMessage());
            Instant now = node.now();
            listener.ended(
                    container,
                    new Terminated(
                            ContainerStatus.NOT_STARTED,
                            0,
                            ContainerStatus.START_ERROR,
                            String.valueOf(cause.getMessage()),
                            begin,
                            now,
                            ""));
        } else {
            boolean terminal = cause instanceof MissingCommandException;
            boolean usersMistake = terminal || cause instanceof ConfigurationException;
            if (!usersMistake) {
                LOG.warn("{} {} could not be set up", pod.key(), container.name(), cause);
            }
            // The message of a failed file operation is often nothing but the name of the file.
            String message = usersMistake ? String.valueOf(cause.getMessage()) : String.valueOf(cause);
            String reason = terminal ? ContainerStatus.CREATE_ERROR : ContainerStatus.CONFIGURATION_ERROR;
            listener.unprepared(container, reason, message, terminal);
        }
    }

    private void started(ContainerStart.Started start) {
        RunningContainer now = start.container();
        running = now;
        Instant since = node.now();
        outOfMemory = false;
        container.memoryLimit().ifPresent(limit -> watch(now, limit));
        now.exit().onSuccess(code -> exited(start, code, since));
        if (container.postStart().isEmpty()) {
            begun(now, since);
            return;
        }
        // The container counts as running only when the hook is done; when the hook fails, it is stopped.
        node.actions()
                .run(container.postStart().get(), now, endpoint(), pod.grace())
                .onComplete(outcome -> {
                    if (running != now) {
                        return;
                    }
                    begun(now, since);
                    if (outcome.failed()) {
                        node.events().warning(pod.reference(), "FailedPostStartHook", reason(outcome.cause()));
                        stop(Duration.ZERO);
                    }
                });
    }

    private void watch(RunningContainer now, long limit) {
        if (node.options().programs().executor().usesImages()) {
            return;
        }
        if (!ProcessMemory.isKnown()) {
            node.events()
                    .warning(
                            pod.reference(),
                            "MemoryLimitNotHeld",
                            "this system does not tell how much memory processes take, so container " + container.name()
                                    + " may take more than its limit");
            return;
        }
        MemoryWatch watch = new MemoryWatch(node.time(), now, limit, () -> {
            outOfMemory = true;
            forcedEnd(now).run();
        });
        memory = watch;
        watch.start();
    }

    private void begun(RunningContainer now, Instant since) {
        listener.running(container, since, now.id());
        if (stopping) {
            // The pod was to end before it ran: nobody asks any more how it is.
            return;
        }
        Prober observers = new Prober(node, pod, container, now, endpoint(), this::probed, this::broken);
        probes = observers;
        observers.start();
    }

    private Endpoint endpoint() {
        return new Endpoint(setup.address(), container.ports(), setup::port);
    }

    private void probed(boolean started, boolean ready) {
        if (!stopping) {
            listener.probed(container, started, ready);
        }
    }

    private void broken(String why) {
        node.events().warning(pod.reference(), "Killing", "container " + container.name() + " is restarted: " + why);
        stop(node.options().limits().maxGrace());
    }

    /** Ends it within this time: hook, SIGTERM, SIGKILL. Nothing happens when it is not running, or being stopped already. */
    public void stop(Duration grace) {
        end(grace, RunningContainer::terminate);
    }

    /** The same with SIGINT first, and SIGTERM when most of the time is over. */
    public void interrupt(Duration grace) {
        Duration patience = grace.multipliedBy(4).dividedBy(5);
        end(grace, target -> target.interrupt(patience));
    }

    private void end(Duration grace, Function<RunningContainer, Future<Void>> request) {
        RunningContainer target = running;
        if (target == null || stopping) {
            return;
        }
        stopping = true;
        if (probes != null) {
            probes.stop();
        }
        TimeSource.Cancellable kill = node.time().after(grace, forcedEnd(target)::run);
        target.exit().onComplete(code -> kill.cancel());
        preStop(target, grace).onComplete(done -> request.apply(target).onFailure(this::cannotSignal));
    }

    private Future<Void> preStop(RunningContainer target, Duration grace) {
        if (container.preStop().isEmpty() || grace.isZero()) {
            return Future.succeededFuture();
        }
        ActionSpec hook = container.preStop().get();
        Promise<Void> done = Promise.promise();
        node.actions().run(hook, target, endpoint(), grace).onComplete(outcome -> {
            if (outcome.failed()) {
                node.events().warning(pod.reference(), "FailedPreStopHook", reason(outcome.cause()));
            }
            done.complete();
        });
        return done.future();
    }

    private ForcedEnd forcedEnd(RunningContainer target) {
        return new ForcedEnd(node.time(), target, this::cannotSignal);
    }

    private void cannotSignal(Throwable cause) {
        LOG.error("{} {} could not be signalled", pod.key(), container.name(), cause);
    }

    private void exited(ContainerStart.Started ended, int code, Instant since) {
        running = null;
        if (memory != null) {
            memory.stop();
            memory = null;
        }
        boolean killed = outOfMemory && code != 0;
        node.logs().ended(pod.namespace(), pod.name(), container.name());
        if (probes != null) {
            probes.stop();
            probes = null;
        }
        beginning.releaseGpus();
        Instant now = node.now();
        node.blocking(() -> terminationMessage(code, now))
                .otherwise(cause -> "the termination message could not be read: " + cause.getMessage())
                .onSuccess(message -> listener.ended(
                        container,
                        new Terminated(
                                code,
                                signal(code),
                                killed ? OUT_OF_MEMORY : reason(ended, code),
                                message,
                                since,
                                now,
                                ended.container().id())));
    }

    private static String reason(ContainerStart.Started ended, int code) {
        boolean hopeless = InitializerImage.isProgram(ended.launch().command())
                && InitializerImage.PERMANENT_EXIT_CODES.contains(code);
        return code == 0 ? "Completed" : hopeless ? ContainerStatus.INITIALIZER_ERROR : "Error";
    }

    private String terminationMessage(int code, Instant now) throws IOException {
        String message = folder.readMessage(container.name(), code != 0 && container.fallsBackToLog());
        try {
            folder.noteTime(container.name(), now);
        } catch (IOException e) {
            // A disk that is full, most likely; the log itself is there.
            LOG.warn("{} {}: the time of its last output is not known: {}", pod.key(), container.name(), e.toString());
        }
        return message;
    }

    private static int signal(int code) {
        return code > FIRST_SIGNAL && code <= LAST_SIGNAL ? code - FIRST_SIGNAL : 0;
    }

    private static String reason(Throwable failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }
}

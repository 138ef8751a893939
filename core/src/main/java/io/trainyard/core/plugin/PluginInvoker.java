package io.trainyard.core.plugin;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.parameters.InvalidParametersException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes every call of a plugin: with the plugin's context class loader, timed and counted, watched while it keeps a thread that others need,
 * and with any failure turned into a {@link PluginFailure} that names the plugin. Only {@link InvalidTrainJobException} passes unchanged: it
 * is a mistake of the user.
 */
public final class PluginInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(PluginInvoker.class);

    private final TimeSource time;
    private final Executor eventLoop;
    private final CallLimits limits;
    private final HeardCalls listener;
    private final CallWatchdog watch;
    private final StartTimeout startTimeout;

    /**
     * A way of calling plugins.
     *
     * @param eventLoop runs a task on the owning event loop, at once when already on it; every asynchronous answer arrives there
     */
    public PluginInvoker(TimeSource time, Executor eventLoop, CallLimits limits, PluginCallListener listener) {
        this(
                time,
                eventLoop,
                limits,
                new HeardCalls(listener),
                new CallWatchdog(time, limits.onLoop()),
                new StartTimeout(limits.start()));
    }

    private PluginInvoker(
            TimeSource time,
            Executor eventLoop,
            CallLimits limits,
            HeardCalls listener,
            CallWatchdog watch,
            StartTimeout startTimeout) {
        this.time = time;
        this.eventLoop = eventLoop;
        this.limits = limits;
        this.listener = listener;
        this.watch = watch;
        this.startTimeout = startTimeout;
    }

    /** The same for callers on another event loop, where their answers and time limits then are. */
    PluginInvoker on(TimeSource otherTime, Executor otherLoop) {
        return new PluginInvoker(otherTime, otherLoop, limits, listener, watch, startTimeout);
    }

    /** Whether the listener is told of calls; from any thread. */
    void tell(boolean told) {
        listener.tell(told);
    }

    /** Calls a plugin that answers at once. */
    <T> T call(PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable T> body) {
        long start = time.nanos();
        ContractViolation violation = null;
        try {
            T result = callInterruptibly(plugin, start, body);
            if (result == null) {
                throw new PluginFailure(plugin, point, ContractViolation.BAD_ANSWER, "it returned null");
            }
            return result;
        } catch (InvalidTrainJobException | InvalidParametersException e) {
            throw translate(plugin, point, e);
        } catch (Throwable e) {
            violation = ContractViolation.of(e);
            throw translate(plugin, point, e);
        } finally {
            report(plugin, point, start, violation);
        }
    }

    /** Calls a plugin that returns nothing. */
    void run(PluginIdentity plugin, ExtensionPoint point, Runnable body) {
        Boolean unused = call(plugin, point, () -> {
            body.run();
            return Boolean.TRUE;
        });
    }

    /** Calls a plugin that answers later, once for each subscription; the answer arrives on the event loop and within the limit. */
    <T> Uni<T> callAsync(PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable Uni<T>> body) {
        return callAsync(plugin, point, body, answer -> answer);
    }

    /**
     * As above.
     *
     * @param reading makes the answer safe to use; runs as a part of the call, so that what goes wrong in it is the plugin's failure
     */
    <T> Uni<T> callAsync(
            PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable Uni<T>> body, UnaryOperator<T> reading) {
        return Uni.createFrom()
                .emitter(emitter -> new PendingCall<T>(this, plugin, point, emitter, reading).start(body, false));
    }

    /** As above, for a call that may take long: it runs on a worker thread of the plugin. */
    <T> Uni<T> callOnWorker(
            PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable Uni<T>> body, UnaryOperator<T> reading) {
        return Uni.createFrom()
                .emitter(emitter -> new PendingCall<T>(this, plugin, point, emitter, reading).start(body, true));
    }

    /** Runs code of a plugin with its class loader on a thread that others need, too: watched. */
    <T> @Nullable T callInterruptibly(PluginIdentity plugin, long start, Supplier<@Nullable T> body) {
        if (!plugin.isForeign()) {
            return callWithClassLoader(plugin, body);
        }
        RunningCall call = watch.begin(plugin, start);
        @Nullable RuntimeException failure = null;
        @Nullable T answer = null;
        try {
            answer = callCheckingClassLoader(plugin, body);
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            if (watch.end(call)) {
                plugin.workers().use();
                // Whatever comes of being interrupted is no mistake of the user, and an answer given all the same is
                // one.
                failure = failure == null ? null : new InterruptedCallException(failure);
                violation(plugin, ContractViolation.BLOCKED);
            }
        }
        if (failure != null) {
            throw failure;
        }
        return answer;
    }

    /** Runs code of a plugin with its class loader, and looks afterwards whether it left things as they were. */
    <T> @Nullable T callCheckingClassLoader(PluginIdentity plugin, Supplier<@Nullable T> body) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(plugin.loader());
        try {
            return body.get();
        } finally {
            if (thread.getContextClassLoader() != plugin.loader()) {
                violation(plugin, ContractViolation.CLASS_LOADER);
            }
            thread.setContextClassLoader(before);
        }
    }

    static <T> T callWithClassLoader(PluginIdentity plugin, Supplier<T> body) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(plugin.loader());
        try {
            return body.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** What the caller gets to see; throws what nobody may catch. */
    RuntimeException translate(PluginIdentity plugin, ExtensionPoint point, Throwable failure) {
        // A stack that overflowed is empty again by now, and memory that could not be had is not held by anybody; the
        // other errors of the virtual machine concern the whole process.
        if (failure instanceof VirtualMachineError error
                && !(failure instanceof StackOverflowError)
                && !(failure instanceof OutOfMemoryError)) {
            throw error;
        }
        if (failure instanceof InvalidTrainJobException || failure instanceof PluginFailure) {
            return (RuntimeException) failure;
        }
        if (failure instanceof InvalidParametersException invalid) {
            return new InvalidTrainJobException(String.valueOf(invalid.getMessage()));
        }
        if (failure instanceof InvalidResultException || failure instanceof InterruptedCallException) {
            return new PluginFailure(
                    plugin,
                    point,
                    ContractViolation.of(failure),
                    String.valueOf(failure.getMessage()),
                    failure.getCause());
        }
        return PluginFailure.of(plugin, point, failure);
    }

    /**
     * Notes the end of a call.
     *
     * @param violation what the plugin did wrong; null when it did well
     */
    void report(PluginIdentity plugin, ExtensionPoint point, long start, @Nullable ContractViolation violation) {
        if (violation == null) {
            plugin.record().succeeded(point);
        } else {
            plugin.record().failed(point);
            violation(plugin, violation);
        }
        listener.called(plugin.name(), point, Duration.ofNanos(time.nanos() - start), violation != null);
    }

    /** Counts a breach of the contract; the first of each sort is logged, for not all of them make a call fail. */
    void violation(PluginIdentity plugin, ContractViolation violation) {
        if (plugin.record().count(violation) == 1) {
            LOG.atWarn()
                    .addKeyValue("plugin", plugin.name())
                    .addKeyValue("fault", violation)
                    .log("a plugin breaks its contract for the first time");
        }
        listener.contractViolated(plugin.name(), violation);
    }

    void leaked(PluginIdentity plugin, Thread thread) {
        LOG.atWarn()
                .addKeyValue("plugin", plugin.name())
                .addKeyValue("thread", thread.getName())
                .log("a plugin has left a thread running");
        violation(plugin, ContractViolation.LEAKED_THREAD);
    }

    CallWatchdog watch() {
        return watch;
    }

    TimeSource time() {
        return time;
    }

    Executor eventLoop() {
        return eventLoop;
    }

    /** For what plugins do while they are loaded. */
    StartTimeout startTimeout() {
        return startTimeout;
    }

    /**
     * The plugin that is being made or started right now: by its name once that is known, else by its class. Empty when there is none. From any
     * thread.
     */
    public Optional<String> starting() {
        return startTimeout.running();
    }

    Duration limit(ExtensionPoint point) {
        return limits.of(point);
    }
}

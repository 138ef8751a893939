package io.trainyard.core.plugin;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes every call of a plugin: with the plugin's context class loader, timed and counted, and with any failure turned into a
 * {@link PluginFailure} that names the plugin. Only {@link InvalidTrainJobException} passes unchanged: it is a mistake of the user.
 */
public final class PluginInvoker {
    private final TimeSource time;
    private final Executor home;
    private final CallLimits limits;
    private final PluginCallListener listener;

    /**
     * A way of calling plugins.
     *
     * @param home runs a task on the owning event loop, at once when already on it; every asynchronous answer arrives there (FAB-03)
     */
    public PluginInvoker(TimeSource time, Executor home, CallLimits limits, PluginCallListener listener) {
        this.time = time;
        this.home = home;
        this.limits = limits;
        this.listener = listener;
    }

    /** Calls a plugin that answers at once. */
    <T> T call(PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable T> body) {
        long start = time.nanos();
        boolean failed = true;
        try {
            T result = inContext(plugin, body);
            if (result == null) {
                throw new PluginFailure(plugin.name(), point, "it returned null");
            }
            failed = false;
            return result;
        } catch (InvalidTrainJobException e) {
            failed = false;
            throw e;
        } catch (Throwable e) {
            throw translate(plugin, point, e);
        } finally {
            report(plugin, point, start, failed);
        }
    }

    /** Calls a plugin that returns nothing. */
    void run(PluginIdentity plugin, ExtensionPoint point, Runnable body) {
        Boolean unused = call(plugin, point, () -> {
            body.run();
            return Boolean.TRUE;
        });
    }

    /** Calls a plugin that answers later, once for each subscription; the answer arrives at home and within the limit. */
    <T> Uni<T> callAsync(PluginIdentity plugin, ExtensionPoint point, Supplier<@Nullable Uni<T>> body) {
        return Uni.createFrom().emitter(emitter -> new PendingCall<T>(this, plugin, point, emitter).start(body));
    }

    static <T> T inContext(PluginIdentity plugin, Supplier<T> body) {
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
        // A stack overflow is a plugin's endless recursion and over by now; the other errors concern the whole process.
        if (failure instanceof VirtualMachineError error && !(failure instanceof StackOverflowError)) {
            throw error;
        }
        if (failure instanceof InvalidTrainJobException || failure instanceof PluginFailure) {
            return (RuntimeException) failure;
        }
        return new PluginFailure(plugin.name(), point, Diagnosis.of(failure, plugin.loader()), failure);
    }

    void report(PluginIdentity plugin, ExtensionPoint point, long start, boolean failed) {
        listener.called(plugin.name(), point, Duration.ofNanos(time.nanos() - start), failed);
    }

    TimeSource time() {
        return time;
    }

    Executor home() {
        return home;
    }

    Duration limit(ExtensionPoint point) {
        return limits.of(point);
    }
}

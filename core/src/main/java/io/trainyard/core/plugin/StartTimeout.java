package io.trainyard.core.plugin;

import io.trainyard.foundation.time.Blocking;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what a plugin does while it is loaded. Its code runs on a thread of its own: one that never comes back, in a constructor, a static
 * initialiser or {@code start}, is interrupted and left behind, and the others load.
 */
final class StartTimeout {
    private final Duration limit;
    private volatile @Nullable String running;

    StartTimeout(Duration limit) {
        this.limit = limit;
    }

    /** A plugin did not come back in time. The message says where it was. */
    static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private ExceededException(String message) {
            super(message);
        }
    }

    /**
     * Calls a plugin with its class loader and waits for it.
     *
     * @throws ExceededException when it did not come back in time; else whatever it throws
     */
    @Blocking("plugins load on a worker thread, before the event loop has anything to do")
    <T> T call(PluginIdentity plugin, Supplier<T> body) {
        FutureTask<T> task = new FutureTask<>(body::get);
        Thread thread = new Thread(task, PluginWorkers.NAME + plugin.name());
        thread.setDaemon(true);
        thread.setContextClassLoader(plugin.loader());
        running = plugin.name();
        thread.start();
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            String place = place(thread);
            task.cancel(true);
            throw new ExceededException("it did not come back within " + limit.toMillis() / 1000.0 + " s" + place);
        } catch (InterruptedException ending) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new ExceededException("loading was interrupted");
        } catch (ExecutionException thrown) {
            throw StartTimeout.<RuntimeException>unchecked(thrown.getCause() == null ? thrown : thrown.getCause());
        } finally {
            running = null;
        }
    }

    /** Whom a call waits for; empty while it waits for nobody. From any thread. */
    Optional<String> running() {
        return Optional.ofNullable(running);
    }

    private static String place(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        for (StackTraceElement frame : stack) {
            if (!frame.getClassName().startsWith("java.")
                    && !frame.getClassName().startsWith("jdk.")) {
                return "; it was in " + frame;
            }
        }
        return "";
    }

    /** What the plugin threw, as it is: some of them are checked although no method says so. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException unchecked(Throwable thrown) throws E {
        throw (E) thrown;
    }
}

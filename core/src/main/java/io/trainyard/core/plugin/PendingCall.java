package io.trainyard.core.plugin;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.core.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call of a plugin, from its start to the first of answer, failure, end of time and cancellation. Started at home; the
 * answer may come on any thread.
 */
final class PendingCall<T> {
    private final PluginInvoker invoker;
    private final PluginIdentity plugin;
    private final ExtensionPoint point;
    private final UniEmitter<? super T> emitter;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long start;
    private volatile TimeSource.@Nullable Cancellable timer;
    private volatile @Nullable Cancellable subscription;

    PendingCall(PluginInvoker invoker, PluginIdentity plugin, ExtensionPoint point, UniEmitter<? super T> emitter) {
        this.invoker = invoker;
        this.plugin = plugin;
        this.point = point;
        this.emitter = emitter;
        this.start = invoker.time().nanos();
    }

    void start(Supplier<@Nullable Uni<T>> body) {
        emitter.onTermination(this::cancelled);
        try {
            PluginInvoker.inContext(plugin, () -> {
                Uni<T> answer = body.get();
                if (answer == null) {
                    fail(new PluginFailure(plugin.name(), point, "it returned null instead of a Uni"));
                } else {
                    // Subscribing runs code of the plugin, too.
                    subscription = answer.subscribe().with(this::answered, this::fail);
                }
                return plugin;
            });
        } catch (Throwable e) {
            fail(e);
        }
        if (ended.get()) {
            stopPlugin();
        } else {
            startTimer();
        }
    }

    /** Most answers are there at once and need no timer. */
    private void startTimer() {
        timer = invoker.time().after(invoker.limit(point), this::timeIsUp);
        if (ended.get()) {
            stopTimer();
        }
    }

    private void answered(@Nullable T answer) {
        if (answer == null) {
            fail(new PluginFailure(plugin.name(), point, "its Uni gave null"));
        } else if (end(false)) {
            invoker.home().execute(() -> emitter.complete(answer));
        }
    }

    private void fail(Throwable failure) {
        RuntimeException translated = invoker.translate(plugin, point, failure);
        if (end(!(translated instanceof InvalidTrainJobException))) {
            invoker.home().execute(() -> emitter.fail(translated));
        }
    }

    private void timeIsUp() {
        if (end(true)) {
            stopPlugin();
            emitter.fail(new PluginFailure(
                    plugin.name(),
                    point,
                    "no answer within " + invoker.limit(point).toMillis() + " ms"));
        }
    }

    /** Also called after an ordinary end, when it does nothing. */
    private void cancelled() {
        if (ended.compareAndSet(false, true)) {
            stopTimer();
            stopPlugin();
        }
    }

    private boolean end(boolean failed) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        stopTimer();
        invoker.report(plugin, point, start, failed);
        return true;
    }

    private void stopTimer() {
        TimeSource.Cancellable current = timer;
        if (current != null) {
            current.cancel();
        }
    }

    private void stopPlugin() {
        Cancellable current = subscription;
        if (current != null) {
            current.cancel();
        }
    }
}

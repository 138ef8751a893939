package io.trainyard.core.plugin;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call of a plugin, from its start to the first of answer, failure, end of time and cancellation. Started on the event loop; the
 * answer may come on any thread. Time counts from the moment at which the plugin is called: a call that waits for a worker thread fails only when
 * none of them has ended a call for as long as a call may take.
 */
final class PendingCall<T> {
    private final PluginInvoker invoker;
    private final PluginIdentity plugin;
    private final ExtensionPoint point;
    private final UniEmitter<? super T> emitter;
    private final UnaryOperator<T> reading;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long start;
    private long endedBefore;
    private volatile @Nullable Long begun;
    private volatile TimeSource.@Nullable Cancellable timer;
    private volatile @Nullable Cancellable subscription;
    private volatile @Nullable Future<?> work;

    PendingCall(
            PluginInvoker invoker,
            PluginIdentity plugin,
            ExtensionPoint point,
            UniEmitter<? super T> emitter,
            UnaryOperator<T> reading) {
        this.invoker = invoker;
        this.plugin = plugin;
        this.point = point;
        this.emitter = emitter;
        this.reading = reading;
        this.start = invoker.time().nanos();
    }

    /** @param onWorker whether the call may take long, however fast the plugin is otherwise */
    void start(Supplier<@Nullable Uni<T>> body, boolean onWorker) {
        emitter.onTermination(this::cancelled);
        if (onWorker || plugin.workers().inUse()) {
            endedBefore = plugin.workers().ended();
            work = plugin.workers().start(() -> {
                begun = invoker.time().nanos();
                ask(() -> invoker.callCheckingClassLoader(plugin, () -> subscribe(body)));
            });
        } else {
            begun = start;
            ask(() -> invoker.callInterruptibly(plugin, start, () -> subscribe(body)));
        }
        if (ended.get()) {
            stopPlugin();
        } else {
            startTimer(invoker.limit(point));
        }
    }

    private void ask(Runnable call) {
        try {
            call.run();
        } catch (Throwable e) {
            fail(e);
        }
        if (ended.get()) {
            stopSubscription();
        }
    }

    /** Subscribing runs code of the plugin, too. */
    private PluginIdentity subscribe(Supplier<@Nullable Uni<T>> body) {
        Uni<T> answer = body.get();
        if (answer == null) {
            fail(new PluginFailure(plugin, point, ContractViolation.BAD_ANSWER, "it returned null instead of a Uni"));
        } else {
            subscription = answer.subscribe().with(this::answered, this::fail);
        }
        return plugin;
    }

    /** Most answers are there at once and need no timer. */
    private void startTimer(Duration rest) {
        timer = invoker.time().after(rest, this::lookAtTime);
        if (ended.get()) {
            stopTimer();
        }
    }

    private void answered(@Nullable T answer) {
        if (answer == null) {
            fail(new PluginFailure(plugin, point, ContractViolation.BAD_ANSWER, "its Uni gave null"));
            return;
        }
        T read;
        try {
            read = invoker.callCheckingClassLoader(plugin, () -> reading.apply(answer));
        } catch (Throwable e) {
            fail(e);
            return;
        }
        if (end(null)) {
            atHome(() -> emitter.complete(read));
        }
    }

    private void fail(Throwable failure) {
        RuntimeException translated = invoker.translate(plugin, point, failure);
        if (end(translated instanceof InvalidTrainJobException ? null : ContractViolation.of(translated))) {
            atHome(() -> emitter.fail(translated));
        }
    }

    /** Timers belong to the event loop, so a worker leaves it to stop this one. */
    private void atHome(Runnable outcome) {
        invoker.eventLoop().execute(() -> {
            stopTimer();
            outcome.run();
        });
    }

    private void lookAtTime() {
        Duration rest = rest();
        if (rest.isNegative() || rest.isZero()) {
            timeIsUp();
        } else {
            startTimer(rest);
        }
    }

    /** How long it may still take: while it waits for a thread, as long as the calls before it come to an end. */
    private Duration rest() {
        Duration limit = invoker.limit(point);
        @Nullable Long computingSince = begun;
        if (computingSince != null) {
            return limit.minusNanos(invoker.time().nanos() - computingSince);
        }
        long before = endedBefore;
        endedBefore = plugin.workers().ended();
        return endedBefore == before ? Duration.ZERO : limit;
    }

    private void timeIsUp() {
        if (end(ContractViolation.TIME_LIMIT)) {
            stopPlugin();
            emitter.fail(new PluginFailure(
                    plugin,
                    point,
                    ContractViolation.TIME_LIMIT,
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

    private boolean end(@Nullable ContractViolation violation) {
        if (!ended.compareAndSet(false, true)) {
            return false;
        }
        invoker.report(plugin, point, start, violation);
        return true;
    }

    private void stopTimer() {
        TimeSource.Cancellable current = timer;
        if (current != null) {
            current.cancel();
        }
    }

    private void stopPlugin() {
        stopSubscription();
        Future<?> current = work;
        if (current != null) {
            plugin.workers().cancel(current);
        }
    }

    private void stopSubscription() {
        Cancellable current = subscription;
        if (current != null) {
            current.cancel();
        }
    }
}

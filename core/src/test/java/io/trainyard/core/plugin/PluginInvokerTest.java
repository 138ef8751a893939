package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("PluginInvoker (PIPE-15, OPS-34, API-208)")
final class PluginInvokerTest {
    private static final ExtensionPoint POLICY = ExtensionPoint.ENFORCE_ML_POLICY;
    private static final ExtensionPoint BUILD = ExtensionPoint.COMPONENT_BUILDER;
    private static final ExtensionPoint VALIDATE = ExtensionPoint.CUSTOM_VALIDATION;

    private final ManualTimeSource time = new ManualTimeSource();
    private final List<String> calls = new ArrayList<>();
    private final Deque<Runnable> home = new ArrayDeque<>();
    private final PluginIdentity plugin =
            new PluginIdentity("vendor", new PluginCode(new ClassLoader("vendor", null) {}, ""));
    private final PluginInvoker invoker = invoker(Runnable::run);

    private PluginInvoker invoker(Executor executor) {
        return new PluginInvoker(
                time,
                executor,
                CallLimits.DEFAULT,
                (name, point, duration, failed) ->
                        calls.add(name + " " + point + " " + duration.toMillis() + (failed ? " failed" : "")));
    }

    @Test
    void aCallIsTimedAndCounted() {
        String answer = invoker.call(plugin, POLICY, () -> {
            time.advance(Duration.ofMillis(5));
            return "answer";
        });
        assertThat(answer).isEqualTo("answer");
        assertThat(calls).containsExactly("vendor EnforceMLPolicy 5");
    }

    @Test
    @DisplayName("who asks on another event loop is answered there, though the first one does not run (OPS-09b)")
    void anotherLoopIsAnsweredThere() {
        List<Runnable> waiting = new ArrayList<>();
        PluginInvoker first = invoker(waiting::add);
        PluginInvoker reviews = first.on(time, Runnable::run);

        var onFirst = first.callAsync(plugin, VALIDATE, () -> Uni.createFrom().item("answer"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        var onReviews = reviews.callAsync(
                        plugin, VALIDATE, () -> Uni.createFrom().item("answer"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        onFirst.assertNotTerminated();
        onReviews.assertCompleted().assertItem("answer");
        assertThat(calls).hasSize(2);
    }

    @Test
    void aCallHasThePluginsClassLoaderAndAlwaysGivesItBack() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        AtomicReference<ClassLoader> during = new AtomicReference<>();

        invoker.run(plugin, POLICY, () -> during.set(Thread.currentThread().getContextClassLoader()));
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
            throw new IllegalStateException();
        }));

        assertThat(during.get()).isSameAs(plugin.loader());
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    @Test
    void aFailureNamesPluginPointAndCause() {
        IllegalStateException cause = new IllegalStateException("boom");
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw cause;
                }))
                .isInstanceOf(PluginFailure.class)
                .hasMessage("plugin vendor failed in EnforceMLPolicy: IllegalStateException: boom")
                .hasCause(cause);
        assertThat(calls).containsExactly("vendor EnforceMLPolicy 0 failed");
    }

    @Test
    void aMistakeOfTheUserPassesUnchangedAndIsNoFailureOfThePlugin() {
        InvalidTrainJobException mistake = new InvalidTrainJobException("spec.trainer.numNodes is too small");
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw mistake;
                }))
                .isSameAs(mistake);
        invoker.callAsync(plugin, BUILD, () -> Uni.createFrom().failure(mistake))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertFailedWith(InvalidTrainJobException.class, "spec.trainer.numNodes is too small");
        assertThat(calls).containsExactly("vendor EnforceMLPolicy 0", "vendor ComponentBuilder 0");
    }

    @Test
    void errorsOfThePluginAreCaughtButNotThoseOfTheJvm() {
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw new NoClassDefFoundError("a/b/C");
                }))
                .isInstanceOf(PluginFailure.class)
                .hasMessageContaining("NoClassDefFoundError: a/b/C");
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(PluginFailure.class);
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw new OutOfMemoryError("heap");
                }))
                .isInstanceOf(PluginFailure.class)
                .hasMessageContaining("OutOfMemoryError: heap");
        assertThatThrownBy(() -> invoker.run(plugin, POLICY, () -> {
                    throw new InternalError("the machine is broken");
                }))
                .isInstanceOf(InternalError.class);
    }

    @Test
    void nullIsReportedWhereverItIsReturned() {
        assertThatThrownBy(() -> invoker.call(plugin, ExtensionPoint.TERMINAL_CONDITION, () -> null))
                .hasMessage("plugin vendor failed in TerminalCondition: it returned null");
        assertThat(failureOf(() -> null))
                .isEqualTo("plugin vendor failed in ComponentBuilder: it returned null instead of a Uni");
        assertThat(failureOf(() -> Uni.createFrom().nullItem()))
                .isEqualTo("plugin vendor failed in ComponentBuilder: its Uni gave null");
    }

    @Test
    void anAnswerAtOnceNeedsNoTimer() {
        UniAssertSubscriber<String> caller =
                subscribe(BUILD, () -> Uni.createFrom().item("objects"));
        caller.assertCompleted().assertItem("objects");
        assertThat(time.waiting()).isZero();
        assertThat(calls).containsExactly("vendor ComponentBuilder 0");
    }

    @Test
    void aLateAnswerIsTimedToItsEnd() {
        AtomicReference<UniEmitter<? super String>> pending = new AtomicReference<>();
        UniAssertSubscriber<String> caller =
                subscribe(BUILD, () -> Uni.createFrom().<String>emitter(pending::set));
        time.advance(Duration.ofSeconds(9));
        pending.get().complete("objects");

        caller.assertCompleted().assertItem("objects");
        assertThat(time.waiting()).isZero();
        assertThat(calls).containsExactly("vendor ComponentBuilder 9000");
    }

    @Test
    void buildingHasTenSecondsAndValidatingThree() {
        UniAssertSubscriber<String> build =
                subscribe(BUILD, () -> Uni.createFrom().nothing());
        UniAssertSubscriber<String> validate =
                subscribe(VALIDATE, () -> Uni.createFrom().nothing());

        time.advance(Duration.ofMillis(2_999));
        validate.assertNotTerminated();
        time.advance(Duration.ofMillis(1));
        validate.assertFailedWith(
                PluginFailure.class, "plugin vendor failed in CustomValidation: no answer within 3000 ms");
        build.assertNotTerminated();
        time.advance(Duration.ofSeconds(7));
        build.assertFailedWith(PluginFailure.class, "no answer within 10000 ms");
        assertThat(calls)
                .containsExactly("vendor CustomValidation 3000 failed", "vendor ComponentBuilder 10000 failed");
    }

    @Test
    void whenTimeIsUpThePluginsWorkIsCancelledAndItsAnswerIgnored() {
        AtomicBoolean cancelled = new AtomicBoolean();
        AtomicReference<UniEmitter<? super String>> pending = new AtomicReference<>();
        UniAssertSubscriber<String> caller = subscribe(BUILD, () -> Uni.createFrom()
                .<String>emitter(pending::set)
                .onCancellation()
                .invoke(() -> cancelled.set(true)));

        time.advance(Duration.ofSeconds(10));
        pending.get().complete("too late");

        assertThat(cancelled).isTrue();
        caller.assertFailedWith(PluginFailure.class);
        assertThat(calls).hasSize(1);
    }

    @Test
    void aCallerWhoCancelsCancelsThePluginAndTheTimer() {
        AtomicBoolean cancelled = new AtomicBoolean();
        UniAssertSubscriber<String> caller = subscribe(
                BUILD, () -> Uni.createFrom().<String>nothing().onCancellation().invoke(() -> cancelled.set(true)));

        caller.cancel();

        assertThat(cancelled).isTrue();
        assertThat(time.waiting()).isZero();
        assertThat(calls).isEmpty();
    }

    @Test
    void anAsynchronousFailureNamesThePlugin() {
        assertThat(failureOf(() -> Uni.createFrom().failure(new IllegalStateException("boom"))))
                .isEqualTo("plugin vendor failed in ComponentBuilder: IllegalStateException: boom");
        assertThat(failureOf(() -> {
                    throw new IllegalStateException("before the Uni");
                }))
                .isEqualTo("plugin vendor failed in ComponentBuilder: IllegalStateException: before the Uni");
        assertThat(calls).containsExactly("vendor ComponentBuilder 0 failed", "vendor ComponentBuilder 0 failed");
    }

    @Test
    void answersArriveAtHomeWhateverThreadThePluginUses() {
        UniAssertSubscriber<String> caller = invoker(home::add)
                .callAsync(plugin, BUILD, () -> Uni.createFrom().item("objects"))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        caller.assertNotTerminated();
        home.remove().run();
        caller.assertCompleted();
    }

    @Test
    void thePluginIsCalledForEachSubscription() {
        Uni<String> uni =
                invoker.callAsync(plugin, BUILD, () -> Uni.createFrom().item("objects"));
        assertThat(calls).isEmpty();
        uni.subscribe().withSubscriber(UniAssertSubscriber.create());
        uni.subscribe().withSubscriber(UniAssertSubscriber.create());
        assertThat(calls).hasSize(2);
    }

    @Test
    void limitsMustBePositive() {
        assertThatThrownBy(() -> new CallLimits(
                        Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1)))
                .hasMessageContaining("\"validation\" must be more than zero");
    }

    private UniAssertSubscriber<String> subscribe(ExtensionPoint point, Supplier<Uni<String>> body) {
        return invoker.callAsync(plugin, point, body).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private String failureOf(Supplier<Uni<String>> body) {
        return subscribe(BUILD, body).getFailure().getMessage();
    }
}

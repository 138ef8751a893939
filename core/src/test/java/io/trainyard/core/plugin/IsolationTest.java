package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.component.Creation;
import io.trainyard.spi.component.WarningEvent;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.watch.WatchSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A plugin that breaks its contract harms only the call at hand, and is counted by name (PIPE-15)")
final class IsolationTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);

    private final ManualTimeSource time = new ManualTimeSource();
    private final LinkedBlockingQueue<Runnable> home = new LinkedBlockingQueue<>();
    private final List<ContractViolation> violations = new ArrayList<>();
    private final PluginInvoker invoker =
            new PluginInvoker(time, home::add, CallLimits.DEFAULT, new PluginCallListener() {
                @Override
                public void called(String plugin, ExtensionPoint point, Duration duration, boolean failed) {}

                @Override
                public void contractViolated(String plugin, ContractViolation violation) {
                    assertThat(plugin).isEqualTo("acme");
                    violations.add(violation);
                }
            });
    private final PluginIdentity acme =
            new PluginIdentity("acme", new PluginCode(new ClassLoader("acme", null) {}, ""));

    @AfterEach
    void end() {
        acme.workers().close();
    }

    record Bad(
            String how,
            ContractViolation violation,
            String message,
            Function<ComponentBuilder.Request, Uni<Components>> builder) {
        @Override
        public String toString() {
            return how;
        }
    }

    static Stream<Bad> badBuilders() {
        return Stream.of(
                new Bad("throws", ContractViolation.EXCEPTION, "IllegalStateException: bang", request -> {
                    throw new IllegalStateException("bang");
                }),
                new Bad("fails", ContractViolation.EXCEPTION, "IllegalStateException: bang", request -> Uni.createFrom()
                        .failure(new IllegalStateException("bang"))),
                new Bad("misses a class", ContractViolation.LINKAGE, "NoClassDefFoundError: com/acme/Fast", request -> {
                    throw new NoClassDefFoundError("com/acme/Fast");
                }),
                new Bad("needs too much memory", ContractViolation.OUT_OF_MEMORY, "OutOfMemoryError: heap", request -> {
                    throw new OutOfMemoryError("heap");
                }),
                new Bad("recurses for ever", ContractViolation.EXCEPTION, "StackOverflowError", request -> {
                    throw new StackOverflowError();
                }),
                new Bad("returns null", ContractViolation.BAD_ANSWER, "null instead of a Uni", request -> null),
                new Bad("gives null", ContractViolation.BAD_ANSWER, "its Uni gave null", request -> Uni.createFrom()
                        .nullItem()),
                new Bad(
                        "builds nothing",
                        ContractViolation.BAD_ANSWER,
                        "without an object",
                        request -> built((HasMetadata) null)),
                new Bad(
                        "builds without a name",
                        ContractViolation.BAD_ANSWER,
                        "ConfigMap without metadata.name",
                        request -> built(new ConfigMap())),
                new Bad(
                        "builds what cannot be written",
                        ContractViolation.BAD_ANSWER,
                        "cannot be written as JSON",
                        request -> built(circular())));
    }

    @ParameterizedTest
    @MethodSource("badBuilders")
    void eachWayOfFailingIsToldApart(Bad bad) {
        UniAssertSubscriber<Components> failed = subscribe(build(bad.builder));

        assertThat(failed.getFailure())
                .isInstanceOf(PluginFailure.class)
                .hasMessageStartingWith("plugin acme failed in ComponentBuilder: ")
                .hasMessageContaining(bad.message);
        assertThat(((PluginFailure) failed.getFailure()).violation()).isEqualTo(bad.violation);
        assertThat(violations).containsExactly(bad.violation);

        subscribe(build(request -> built(configMap()))).assertCompleted();
    }

    @Test
    void whatAPluginStillHoldsIsNotWhatTheHostUses() {
        ConfigMap shared = configMap();
        UniAssertSubscriber<Components> answer = subscribe(build(request -> built(shared)));

        shared.getData().put("later", "change");

        HasMetadata used = answer.getItem().components().get(0).object();
        assertThat(((ConfigMap) used).getData()).containsExactly(Map.entry("a", "b"));
    }

    @Test
    @DisplayName(
            "what a plugin adds only at the creation of an object is asked for on a thread that it has for that, and copied too (SSH-10, SSH-15)")
    void whatIsAddedAtCreationSurvives() throws InterruptedException {
        ConfigMap completed = configMap();
        AtomicReference<Thread> maker = new AtomicReference<>();
        Creation creation = new Creation(
                object -> Uni.createFrom().item(() -> {
                    maker.set(Thread.currentThread());
                    return completed;
                }),
                new WarningEvent("Replaced", "again"),
                "Conflict");
        Component read = subscribe(build(request ->
                        Uni.createFrom().item(Components.of(List.of(Component.once(configMap(), creation))))))
                .getItem()
                .components()
                .get(0);

        UniAssertSubscriber<HasMetadata> answer = read.creation()
                .orElseThrow()
                .content()
                .complete(read.object())
                .map(object -> (HasMetadata) object)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
        home.take().run();
        HasMetadata used = answer.getItem();
        completed.getData().put("later", "change");

        assertThat(read.updatePolicy()).isEqualTo(Component.UpdatePolicy.NEVER);
        assertThat(read.creation().orElseThrow().conflictReason()).isEqualTo("Conflict");
        assertThat(maker.get().getName()).isEqualTo("trainyard-plugin-acme");
        ThreadLeakDetector leaks = new ThreadLeakDetector(List.of(acme), invoker);
        leaks.check();
        leaks.check();
        assertThat(violations).as("nobody calls that thread leaked").isEmpty();
        assertThat(((ConfigMap) used).getData()).containsExactly(Map.entry("a", "b"));
    }

    @Test
    void aFindingCarriesNoClassOfThePlugin() {
        Object foreign = new Bad("", ContractViolation.EXCEPTION, "", request -> null);
        Validation findings = subscribe(new GuardedPlugin.Validator(
                                candidate(new ValidationOf(Validation.builder()
                                        .error(FieldError.invalid("spec", foreign, "no"))
                                        .build())),
                                invoker)
                        .validate(null))
                .getItem();

        assertThat(findings.errors().get(0).value()).isEqualTo(foreign.toString());
    }

    @Test
    void aListOfWatchesWithNullIsNamed() {
        var watches = new GuardedPlugin.Watches(
                candidate(new io.trainyard.spi.extension.WatchExtension() {
                    @Override
                    public String name() {
                        return "acme";
                    }

                    @Override
                    public List<WatchSpec<?>> watches() {
                        return Arrays.asList((WatchSpec<?>) null);
                    }
                }),
                invoker);

        assertThat(org.assertj.core.api.Assertions.catchThrowable(watches::watches))
                .hasMessage("plugin acme failed in WatchExtension: its list has null in it");
    }

    @Test
    void aChangedContextClassLoaderIsCountedAndUndone() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();

        subscribe(build(request -> {
                    Thread.currentThread().setContextClassLoader(new ClassLoader("mine", null) {});
                    return built(configMap());
                }))
                .assertCompleted();

        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        assertThat(violations).containsExactly(ContractViolation.CLASS_LOADER);
    }

    @Test
    void aPluginThatWaitsIsInterruptedAndRunsOnWorkersFromThenOn() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        AtomicReference<Thread> caller = new AtomicReference<>();
        var step = new GuardedPlugin.MLPolicy(
                candidate(new Enforcing(() -> {
                    caller.set(Thread.currentThread());
                    waiting.countDown();
                    waitForEver();
                })),
                invoker);
        assertThat(step.isForWorkers()).isFalse();

        Thread watcher = new Thread(() -> {
            try {
                waiting.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            time.advance(CallLimits.DEFAULT.onLoop().plusMillis(1));
            invoker.watch().interruptOverdueCalls();
        });
        watcher.start();
        Throwable failure = org.assertj.core.api.Assertions.catchThrowable(() -> step.enforceMLPolicy(null, null));
        watcher.join();

        assertThat(failure)
                .hasMessageContaining("plugin acme failed in EnforceMLPolicy: it kept the event loop for too long");
        assertThat(violations).contains(ContractViolation.BLOCKED);
        assertThat(Thread.interrupted()).as("the thread is as it was").isFalse();
        assertThat(acme.record().warnings())
                .containsExactly("kept the event loop, and therefore runs on threads of its own");
        assertThat(step.isForWorkers()).isTrue();

        UniAssertSubscriber<Boolean> onWorker =
                step.enforceOnWorker(null, null).subscribe().withSubscriber(UniAssertSubscriber.create());
        await().atMost(TIMEOUT).until(() -> caller.get() != Thread.currentThread());
        time.advance(CallLimits.DEFAULT.build());
        onWorker.assertFailedWith(PluginFailure.class, "no answer within 10000 ms");
        Thread worker = caller.get();
        await().atMost(TIMEOUT).until(() -> worker.getState() != Thread.State.WAITING || !worker.isAlive());
    }

    @Test
    void aSlowPluginRunsOnItsOwnThreadsAndAnswersAtHome() throws InterruptedException {
        acme.workers().use();
        AtomicReference<String> thread = new AtomicReference<>();
        UniAssertSubscriber<Components> answer = build(request -> {
                    thread.set(Thread.currentThread().getName());
                    return built(configMap());
                })
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());

        home.take().run();

        answer.assertCompleted();
        assertThat(thread.get()).isEqualTo("trainyard-plugin-acme");
        assertThat(violations).isEmpty();
    }

    @Test
    @DisplayName(
            "waiting for a thread is not computing: of 32 calls that take 2 s each on 4 threads none is late (SSH-15)")
    void whoWaitsForAThreadIsNotLate() {
        AtomicInteger begun = new AtomicInteger();
        Semaphore ends = new Semaphore(0);
        List<UniAssertSubscriber<String>> answers = Stream.generate(() -> onWorker(() -> {
                    begun.incrementAndGet();
                    ends.acquireUninterruptibly();
                    return "keys";
                }))
                .limit(32)
                .toList();
        for (int round = 1; round <= 8; round++) {
            int known = 4 * round;
            await().atMost(TIMEOUT).until(() -> begun.get() == known);
            time.advance(Duration.ofSeconds(2));
            ends.release(4);
        }
        await().atMost(TIMEOUT).until(() -> home.size() == 32);
        home.forEach(Runnable::run);

        assertThat(answers).allSatisfy(answer -> answer.assertCompleted().assertItem("keys"));
        assertThat(violations).isEmpty();
        assertThat(time.waiting()).isZero();
    }

    @Test
    @DisplayName(
            "a call that has waited for a thread may compute for 10 s, and waits for no thread that does not come back (SSH-15)")
    void computingIsLimitedWhereverItBegins() {
        CountDownLatch begun = new CountDownLatch(4);
        AtomicBoolean last = new AtomicBoolean();
        Semaphore ends = new Semaphore(0);
        List<UniAssertSubscriber<String>> hung = Stream.generate(() -> onWorker(() -> {
                    begun.countDown();
                    ends.acquireUninterruptibly();
                    return "late";
                }))
                .limit(4)
                .toList();
        await().atMost(TIMEOUT).until(() -> begun.getCount() == 0);
        UniAssertSubscriber<String> waits = onWorker(() -> {
            last.set(true);
            ends.acquireUninterruptibly();
            return "late, too";
        });
        time.advance(Duration.ofSeconds(8));
        ends.release(1);
        await().atMost(TIMEOUT).untilTrue(last);

        time.advance(Duration.ofMillis(9_999));
        waits.assertNotTerminated();
        UniAssertSubscriber<String> never = onWorker(() -> "nobody gets that far");
        time.advance(Duration.ofMillis(1));
        waits.assertFailedWith(PluginFailure.class, "no answer within 10000 ms");
        never.assertNotTerminated();
        time.advance(Duration.ofMillis(9_999));
        never.assertFailedWith(PluginFailure.class, "no answer within 10000 ms");
        assertThat(hung).filteredOn(call -> call.getFailure() != null).hasSize(3);
        ends.release(4);
    }

    private UniAssertSubscriber<String> onWorker(Supplier<String> work) {
        return invoker.callOnWorker(
                        acme,
                        ExtensionPoint.COMPONENT_BUILDER,
                        () -> Uni.createFrom().item(work),
                        answer -> answer)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create());
    }

    @Test
    void aThreadThatStaysIsFoundWhenItIsSeenTwice() {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Thread> leaked = new AtomicReference<>();
        subscribe(build(request -> {
                    Thread thread = new Thread(() -> {
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    leaked.set(thread);
                    thread.start();
                    return built(configMap());
                }))
                .assertCompleted();
        ThreadLeakDetector leaks = new ThreadLeakDetector(List.of(acme), invoker);

        leaks.check();
        assertThat(violations).isEmpty();
        leaks.check();
        leaks.check();

        assertThat(violations).containsExactly(ContractViolation.LEAKED_THREAD);
        assertThat(acme.record().warnings()).containsExactly("has left threads running");
        end.countDown();
    }

    @Test
    void aPluginThatKeepsFailingIsReportedUntilItSucceeds() {
        for (int i = 0; i < CallStatistics.FAILURE_THRESHOLD; i++) {
            assertThat(subscribe(build(request -> null)).getFailure()).hasMessageNotContaining("keeps failing");
        }

        assertThat(subscribe(build(request -> null)).getFailure())
                .hasMessageEndingWith("(it keeps failing: tell whoever operates Trainyard)");
        assertThat(acme.record().warnings()).containsExactly("keeps failing in ComponentBuilder (6 times in a row)");

        subscribe(build(request -> built(configMap()))).assertCompleted();
        assertThat(acme.record().warnings()).isEmpty();
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private Uni<Components> build(Function<ComponentBuilder.Request, Uni<Components>> how) {
        return new GuardedPlugin.Builder(
                        candidate(new ComponentBuilder() {
                            @Override
                            public String name() {
                                return "acme";
                            }

                            @Override
                            public Uni<Components> build(Request request) {
                                return how.apply(request);
                            }
                        }),
                        invoker)
                .build(null);
    }

    /** ResultSanitizer of plugins that answer at once are at home at once. */
    private <T> UniAssertSubscriber<T> subscribe(Uni<T> call) {
        UniAssertSubscriber<T> subscriber = call.subscribe().withSubscriber(UniAssertSubscriber.create());
        Optional.ofNullable(home.poll()).ifPresent(Runnable::run);
        return subscriber;
    }

    private Candidate candidate(Plugin plugin) {
        return new Candidate(
                plugin,
                acme,
                100,
                ExtensionPoint.of(plugin),
                plugin.parameters(),
                new PluginManifest("", false, ""),
                "test");
    }

    private static Uni<Components> built(HasMetadata object) {
        return Uni.createFrom().item(Components.of(List.of(Component.of(object))));
    }

    private static ConfigMap configMap() {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("config")
                .endMetadata()
                .addToData("a", "b")
                .build();
    }

    private static HasMetadata circular() {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setApiVersion("v1");
        object.setKind("Circle");
        object.setMetadata(configMap().getMetadata());
        List<Object> list = new ArrayList<>();
        list.add(list);
        object.setAdditionalProperty("spec", list);
        return object;
    }

    private record ValidationOf(Validation findings) implements CustomValidation {
        @Override
        public String name() {
            return "acme";
        }

        @Override
        public Uni<Validation> validate(Request request) {
            return Uni.createFrom().item(findings);
        }
    }

    private record Enforcing(Runnable body) implements EnforceMLPolicy {
        @Override
        public String name() {
            return "acme";
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            body.run();
        }
    }
}

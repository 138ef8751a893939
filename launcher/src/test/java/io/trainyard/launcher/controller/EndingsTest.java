package io.trainyard.launcher.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class EndingsTest {
    private final Endings endings = new Endings();
    private final List<String> ended = new ArrayList<>();

    @Test
    void whatStartedLastEndsFirst() {
        endings.add(step("health"));
        endings.add(step("connection"));
        endings.add(step("caches"));

        run().assertCompleted();

        assertThat(ended).containsExactly("caches", "connection", "health");
    }

    @Test
    void theNextStepWaitsForTheOneBeforeIt() {
        List<UniEmitter<? super Void>> held = new ArrayList<>();
        endings.add(step("connection"));
        endings.add(() -> Uni.createFrom().emitter(held::add));

        var running = run();
        assertThat(ended).isEmpty();
        held.get(0).complete(null);

        running.assertCompleted();
        assertThat(ended).containsExactly("connection");
    }

    @Test
    void whatCannotBeEndedKeepsNothingElseFromEnding() {
        endings.add(step("connection"));
        endings.add(() -> Uni.createFrom().failure(new IllegalStateException("closed already")));
        endings.add(() -> {
            throw new IllegalStateException("broken");
        });

        run().assertCompleted();

        assertThat(ended).containsExactly("connection");
    }

    @Test
    void nothingStartedIsNothingToEnd() {
        run().assertCompleted();
    }

    private Supplier<Uni<Void>> step(String name) {
        return () -> Uni.createFrom().voidItem().invoke(() -> ended.add(name));
    }

    private UniAssertSubscriber<Void> run() {
        return endings.run().subscribe().withSubscriber(UniAssertSubscriber.create());
    }
}

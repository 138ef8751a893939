package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plugin.CallLimits;
import io.trainyard.core.plugin.PluginClassLoaders;
import io.trainyard.core.plugin.PluginDirectory;
import io.trainyard.core.plugin.PluginHost;
import io.trainyard.core.plugin.PluginInvoker;
import io.trainyard.core.plugin.PluginSetup;
import io.trainyard.core.plugin.StartContext;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.InvalidTrainJobException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Plugins in admission (API-207, API-208, PIPE-08)")
final class PluginIsolationTest {
    private final AdmissionFixture world = new AdmissionFixture();

    record Broken(String how, Function<CustomValidation.Request, Uni<Validation>> behaviour) {
        @Override
        public String toString() {
            return how;
        }
    }

    static Stream<Broken> broken() {
        return Stream.of(
                new Broken("throws", request -> {
                    throw new IllegalStateException("bang");
                }),
                new Broken("throws an error", request -> {
                    throw new NoClassDefFoundError("com/acme/Missing");
                }),
                new Broken("recurses without end", request -> forever(0)),
                new Broken("returns null", request -> null),
                new Broken("gives null", request -> Uni.createFrom().nullItem()),
                new Broken("fails", request -> Uni.createFrom().failure(new IllegalStateException("bang"))),
                new Broken("changes what it was given", request -> {
                    request.info().podSets().get(0).setCount(7);
                    return Uni.createFrom().item(Validation.OK);
                }));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void aPluginThatBreaksIsNamedAndTheOthersAreStillAsked(Broken broken) {
        AdmissionWebhook admission =
                admission(validation("acme", broken.behaviour), validation("zeta", request -> Uni.createFrom()
                        .item(Validation.builder()
                                .error(FieldError.invalid("spec.trainer.image", "t", "no"))
                                .build())));

        AdmissionResponse answer = AdmissionFixture.answer(
                admission,
                world.request("TrainJob", AdmissionFixture.trainJob("{runtimePatches: [{manager: x}]}"), null));

        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.causes())
                .extracting(FieldError::toString)
                .satisfiesExactly(
                        core -> assertThat(core).startsWith("spec.runtimePatches[0].manager"),
                        fault -> assertThat(fault).startsWith("spec.runtimeRef: Internal error: plugin acme failed"),
                        other -> assertThat(other).startsWith("spec.trainer.image"));
        assertThat(AdmissionFixture.answer(admission, world.request("TrainJob", AdmissionFixture.trainJob("{}"), null))
                        .code())
                .as("it still answers")
                .isEqualTo(500);
    }

    @Test
    void aPluginThatHangsIsNotWaitedForLongerThanItsLimit() {
        AdmissionWebhook admission =
                admission(validation("acme", request -> Uni.createFrom().nothing()));

        var answer = admission
                .review(world.request("TrainJob", AdmissionFixture.trainJob("{}"), null))
                .subscribe()
                .asCompletionStage();
        world.time.advance(Duration.ofMillis(2_999));
        assertThat(answer).isNotDone();
        world.time.advance(Duration.ofMillis(1));

        assertThat(answer.join().message())
                .isEqualTo(
                        "spec.runtimeRef: Internal error: plugin acme failed in CustomValidation: no answer within 3000 ms");
    }

    @Test
    void aPluginMayAlsoSayWhatIsWrongByThrowing() {
        AdmissionWebhook admission = admission(validation("acme", request -> {
            throw new InvalidTrainJobException("spec.trainer.args: must not be empty");
        }));

        AdmissionResponse answer =
                AdmissionFixture.answer(admission, world.request("TrainJob", AdmissionFixture.trainJob("{}"), null));
        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.causes()).extracting(FieldError::path).containsExactly("spec.trainer.args");
    }

    @Test
    @DisplayName("PIPE-08: each plugin has a copy of everything")
    void whatAPluginChangesNobodyElseSees() {
        world.plugins.add(validation("acme", request -> {
            request.trainJob().getMetadata().setLabels(Map.of("changed", "by acme"));
            request.info().template().clear();
            return Uni.createFrom().item(Validation.OK);
        }));
        world.plugins.add(validation("zeta", request -> Uni.createFrom()
                .item(Validation.builder()
                        .warning("labels " + request.trainJob().getMetadata().getLabels() + ", template "
                                + request.info().template().keySet())
                        .build())));

        for (int i = 0; i < 2; i++) {
            assertThat(world.create("{}").warnings()).containsExactly("labels {}, template [replicatedJobs]");
        }
    }

    private AdmissionWebhook admission(CustomValidation... validations) {
        PluginInvoker invoker = new PluginInvoker(
                world.time, Runnable::run, CallLimits.DEFAULT, (plugin, point, duration, failed) -> {});
        PluginHost host = PluginHost.load(new PluginSetup(
                List.<Plugin>of(validations),
                PluginDirectory.Contents.EMPTY,
                List.of(),
                Set.of(),
                Set.of(),
                Optional.empty(),
                name -> new StartContext(Clock.systemUTC(), Map.of(), new NoObjects()),
                invoker,
                PluginClassLoaders.separate()));
        return new AdmissionWebhooks(world, host.plugins(), AdmissionSettings.DEFAULT, world.time).trainJobs();
    }

    private static Uni<Validation> forever(long depth) {
        return depth < 0
                ? Uni.createFrom().item(Validation.OK)
                : forever(depth + 1).map(findings -> findings);
    }

    private static CustomValidation validation(
            String name, Function<CustomValidation.Request, Uni<Validation>> behaviour) {
        return new CustomValidation() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Uni<Validation> validate(Request request) {
                return behaviour.apply(request);
            }
        };
    }
}

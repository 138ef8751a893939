package io.trainyard.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.smallrye.mutiny.Uni;
import io.trainyard.elsewhere.Library;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import io.trainyard.spi.result.TerminalState;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The kit finds each breach of the contract, and only that")
final class PluginTckTest {
    private static final CountDownLatch END = new CountDownLatch(1);

    @TempDir
    Path folder;

    record Bad(Check check, String problem, Supplier<AcmePlugin> constructor) {
        @Override
        public String toString() {
            return check.toString();
        }
    }

    static Stream<Bad> badPlugins() {
        return Stream.of(
                new Bad(Check.NAME, "is not valid", () -> new AcmePlugin() {
                    @Override
                    public String name() {
                        return "acme fabric";
                    }
                }),
                new Bad(Check.CONSTRUCTOR, "the constructor waits", WaitingConstructor::new),
                new Bad(Check.DETERMINISM, "something else the second time", () -> new AcmePlugin() {
                    @Override
                    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                        super.enforceMLPolicy(trainJob, info);
                        if (isSelected(info)) {
                            declare(info, "ACME_RUN", UUID.randomUUID().toString());
                        }
                    }
                }),
                new Bad(Check.INPUT, "the TrainJob demo was changed", () -> new AcmePlugin() {
                    @Override
                    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                        super.enforceMLPolicy(trainJob, info);
                        trainJob.getMetadata().setLabels(Map.of("seen", "yes"));
                    }
                }),
                new Bad(Check.CONCURRENCY, "while others", KeepsTheTrainJobInAField::new),
                new Bad(Check.NOT_SELECTED, "has no policy", () -> new AcmePlugin() {
                    @Override
                    boolean isSelected(RuntimeInfo info) {
                        return true;
                    }

                    @Override
                    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                        declare(info, "ACME_LANES", "4");
                    }
                }),
                new Bad(Check.FIELD_PATHS, "spec.trainer.nodes", () -> new AcmePlugin() {
                    @Override
                    public Uni<Validation> validate(CustomValidation.Request request) {
                        return finding(isSelected(request.info()), "spec.trainer.nodes", null);
                    }
                }),
                new Bad(Check.BLOCKING, "enforcing waits", () -> new AcmePlugin() {
                    @Override
                    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                        super.enforceMLPolicy(trainJob, info);
                        sleep();
                    }
                }),
                new Bad(Check.THREADS, "acme-poller", () -> new AcmePlugin() {
                    @Override
                    public Uni<Components> build(ComponentBuilder.Request request) {
                        if (isSelected(request.info())) {
                            Thread poller = new Thread(PluginTckTest::waitForTheEnd, "acme-poller");
                            poller.setDaemon(true);
                            poller.start();
                        }
                        return super.build(request);
                    }
                }),
                new Bad(Check.FOREIGN_CLASSES, Library.class.getName(), () -> new AcmePlugin() {
                    @Override
                    public Uni<Validation> validate(CustomValidation.Request request) {
                        return finding(isSelected(request.info()), "spec.trainer.image", new Library("x"));
                    }
                }),
                new Bad(Check.COMPONENTS, "the same name for every TrainJob", () -> new AcmePlugin() {
                    @Override
                    HasMetadata object(TrainJob trainJob) {
                        return configMap("acme", Map.of());
                    }
                }),
                new Bad(Check.RE_APPLY, "what is built for demo changes", () -> new AcmePlugin() {
                    @Override
                    HasMetadata object(TrainJob trainJob) {
                        String version = String.valueOf(trainJob.getMetadata().getResourceVersion());
                        return configMap(trainJob.getMetadata().getName() + "-acme", Map.of("version", version));
                    }
                }),
                new Bad(Check.TERMINAL, "was Complete and is then not finished", ForgetsTheEnd::new),
                new Bad(Check.NOTES, "a link that is not of the web", LinksToAScript::new),
                new Bad(Check.READER, "building throws", () -> new AcmePlugin() {
                    @Override
                    public Uni<Components> build(ComponentBuilder.Request request) {
                        context.objects()
                                .find(ConfigMap.class, "acme", "defaults")
                                .await()
                                .indefinitely();
                        return super.build(request);
                    }
                }),
                new Bad(Check.OVERRIDE_SHAPES, "different results", () -> new AcmePlugin() {
                    @Override
                    public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                        super.enforceMLPolicy(trainJob, info);
                        if (isSelected(info)
                                && !trainJob.getSpec().podTemplateOverrides().isEmpty()) {
                            declare(info, "ACME_PLACED", "yes");
                        }
                    }
                }));
    }

    @ParameterizedTest
    @MethodSource("badPlugins")
    void eachBadPluginIsCaughtByExactlyItsCheck(Bad bad) {
        List<Finding> findings = kit(PluginTck.of(bad.constructor)).findings();

        assertThat(findings).extracting(Finding::check).containsOnly(bad.check);
        assertThat(findings).anySatisfy(finding -> assertThat(finding.problem()).contains(bad.problem));
    }

    @Test
    void thereIsABadPluginForEveryCheck() {
        Set<Check> covered = badPlugins().map(Bad::check).collect(Collectors.toCollection(() -> EnumSet.of(Check.JAR)));

        assertThat(covered).containsExactlyInAnyOrder(Check.values());
    }

    @Test
    void aGoodPluginPasses() {
        assertThat(kit(PluginTck.of(AcmePlugin::new)).findings()).isEmpty();
    }

    @Test
    void aJarThatBringsClassesOfTheHostIsCaughtByExactlyThatCheck() {
        Path jar = SampleJar.write(folder.resolve("acme.jar"), "1.0", true);

        assertThat(kit(PluginTck.ofJar(jar)).findings())
                .singleElement()
                .hasToString("JAR: the jar holds io.trainyard.spi.Copied, which is the host's;"
                        + " give the dependency on spi the scope provided");
    }

    @Test
    void aGoodJarPassesThroughTheRealLoader() {
        Path jar = SampleJar.write(folder.resolve("acme.jar"), "1.0", false);

        assertThat(kit(PluginTck.ofJar(jar)).findings()).isEmpty();
    }

    @Test
    void aJarThatDoesNotSayItsVersionIsTold() {
        Path jar = SampleJar.write(folder.resolve("acme.jar"), "", false);

        assertThat(kit(PluginTck.ofJar(jar)).findings())
                .extracting(Finding::toString)
                .containsExactly("JAR: the manifest has no Trainyard-Spi-Version; add \"Trainyard-Spi-Version: 1.0\"");
    }

    @Test
    void aMistakeThatIsNotFoundIsTold() {
        assertThat(kit(PluginTck.of(AcmePlugin::new))
                        .mistake(Samples.RUNTIME, Samples.TRAIN_JOB)
                        .findings())
                .extracting(Finding::toString)
                .containsExactly("FIELD_PATHS: the mistake in demo is not found");
    }

    @Test
    void withoutASampleTheKitSeesNothingAndSaysSo() {
        assertThatThrownBy(() -> PluginTck.of(AcmePlugin::new).findings()).hasMessageContaining("at least one sample");
    }

    @TestFactory
    Stream<DynamicTest> itMakesOneTestForEachCheck() {
        List<DynamicTest> tests = kit(PluginTck.of(AcmePlugin::new)).tests().toList();
        assertThat(tests)
                .extracting(DynamicTest::getDisplayName)
                .containsExactlyElementsOf(
                        Arrays.stream(Check.values()).map(Check::toString).toList());
        return tests.stream();
    }

    private static PluginTck kit(PluginTck tck) {
        return tck.sample(Samples.RUNTIME, Samples.TRAIN_JOB);
    }

    private static Uni<Validation> finding(boolean selected, String path, Object value) {
        return Uni.createFrom()
                .item(
                        selected
                                ? Validation.builder()
                                        .error(FieldError.invalid(path, value, "no"))
                                        .build()
                                : Validation.OK);
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void waitForTheEnd() {
        try {
            END.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class WaitingConstructor extends AcmePlugin {
        WaitingConstructor() {
            sleep();
        }
    }

    private static final class KeepsTheTrainJobInAField extends AcmePlugin {
        private volatile String current = "";

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            super.enforceMLPolicy(trainJob, info);
            if (isSelected(info)) {
                current = trainJob.getMetadata().getName();
                // A few: on a busy machine each takes milliseconds, and a call may take 100.
                for (int i = 0; i < 8; i++) {
                    Thread.yield();
                }
                declare(info, "ACME_JOB", current);
            }
        }
    }

    private static final class LinksToAScript extends AcmePlugin implements JobNotes {
        @Override
        public List<JobNote> notes(JobNotes.Request request) {
            return List.of(new JobNote("see", "javascript:alert(1)"));
        }
    }

    private static final class ForgetsTheEnd extends AcmePlugin implements TerminalCondition {
        @Override
        public Optional<TerminalState> terminalCondition(TrainJob trainJob) {
            Condition end = new ConditionBuilder()
                    .withType("Complete")
                    .withStatus("True")
                    .withReason("Done")
                    .withMessage("")
                    .build();
            return trainJob.statusOrEmpty().isFinished()
                    ? Optional.empty()
                    : Optional.of(new TerminalState(Optional.of(end), Optional.empty()));
        }
    }
}

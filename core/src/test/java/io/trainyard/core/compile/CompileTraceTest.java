package io.trainyard.core.compile;

import static io.trainyard.core.compile.Compilation.definition;
import static io.trainyard.core.compile.Compilation.job;
import static io.trainyard.core.compile.Compilation.runtime;
import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.component.Components;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.Environment.Precedence;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CompileTrace: which plugin set what of a JobSet (OPS-125)")
final class CompileTraceTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final TrainJob JOB =
            trainJob("demo", "{runtimeRef: {name: plain}, trainer: {numNodes: 2, image: mine}}");
    private static final String RUNTIME =
            runtime(job("node", "trainer", "{containers: [{name: node, image: i, env: [{name: LR, value: '1'}]}]}"));
    private static final String POD = "spec.replicatedJobs[node].template.spec.template.";
    private static final String CONTAINER = POD + "spec.containers[node].";

    private static CompileTrace trace(Compilation compilation) {
        return compilation
                .compiler()
                .trace(JOB, definition(RUNTIME), Optional.empty())
                .await()
                .atMost(TIMEOUT);
    }

    private static void declare(RuntimeInfo info, String name, String value) {
        info.podSets().get(0).containers().get(0).environment().declare(name, value, Precedence.RESERVED);
    }

    @Test
    void eachPluginIsNamedForWhatItSetAndForNothingElse() {
        CompileTrace trace = trace(new Compilation()
                .with("torch", info -> declare(info, "RANKS", "2"))
                .withScheduler(info -> info.podSets().get(0).putPodLabel("group", "g")));

        assertThat(trace.setters())
                .containsEntry(CONTAINER + "env[RANKS].name", "plugin torch")
                .containsEntry(CONTAINER + "env[RANKS].value", "plugin torch")
                .containsEntry(POD + "metadata.labels.group", "plugin scheduler")
                .doesNotContainKeys(CONTAINER + "image", CONTAINER + "env[LR].value");
        assertThat(trace.values())
                .containsEntry(CONTAINER + "image", "mine")
                .containsEntry(CONTAINER + "env[LR].value", "1");
    }

    @Test
    void whoChangesAValueLastIsNamed() {
        CompileTrace trace = trace(new Compilation()
                .with("first", info -> info.putAnnotation("a", "1"))
                .with("second", info -> info.putAnnotation("a", "2"))
                .with("third", info -> info.putAnnotation("a", "2")));

        assertThat(trace.setters()).containsEntry("metadata.annotations.a", "plugin second");
    }

    @Test
    void whatPodsReportWithIsTheControllers() {
        StatusReporting reporting = new StatusReporting(true, Optional.of("https://here"), () -> "the authority");
        CompileTrace trace = new TrainJobCompiler(
                        new CompilerPlugins(List.of(), List.of(), List.of()),
                        GangFacts.NONE,
                        Optional.empty(),
                        () -> true,
                        reporting)
                .trace(JOB, definition(RUNTIME), Optional.empty())
                .await()
                .atMost(TIMEOUT);

        assertThat(trace.setters()).containsEntry(CONTAINER + "env[KUBEFLOW_TRAINER_SERVER_URL].value", "Trainyard");
    }

    @Test
    void theJobSetIsTheOneThatIsCompiled() {
        Compilation compilation = new Compilation().with("torch", info -> declare(info, "RANKS", "2"));
        JobSet jobSet = compilation.compile(JOB, RUNTIME).jobSet();

        CompileTrace trace = trace(compilation);

        assertThat(Leaf.of(jobSet.getSpec(), "spec"))
                .allSatisfy(leaf -> assertThat(trace.values()).containsEntry(leaf.place(), leaf.value()));
    }

    @Test
    void noComponentIsBuiltForIt() {
        AtomicInteger built = new AtomicInteger();

        trace(new Compilation().withBuilder(new ComponentBuilder() {
            @Override
            public String name() {
                return "counting";
            }

            @Override
            public Uni<Components> build(Request request) {
                built.incrementAndGet();
                return Uni.createFrom().item(Components.none());
            }
        }));

        assertThat(built).hasValue(0);
    }

    @Test
    void whatCannotBeBuiltHasNoTrace() {
        assertThat(new Compilation()
                        .with("strict", info -> {
                            throw new InvalidTrainJobException("no");
                        })
                        .compiler()
                        .trace(JOB, definition(RUNTIME), Optional.empty())
                        .onFailure(InvalidTrainJobException.class)
                        .recoverWithNull()
                        .await()
                        .atMost(TIMEOUT))
                .isNull();
    }
}

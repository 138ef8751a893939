package io.trainyard.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.plugins.flux.FluxPlugin;
import io.trainyard.plugins.jax.JaxPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.paddle.PaddlePlugin;
import io.trainyard.plugins.tensorflow.TensorFlowPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Compiling one TrainJob of sixteen nodes of each framework, with all plugins there. Budget: under 150 µs. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class FrameworkCompileBenchmark {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: wave, namespace: team-a, uid: 0b4ff1a5-0d8b-4f1e-8a0e-0f3c4f3b2a10}
            spec:
              runtimeRef: {kind: TrainingRuntime, name: runtime}
              trainer:
                numNodes: 16
                image: registry.example/train:2
                args: [--epochs, "3"]
                env: [{name: LR, value: "0.2"}, {name: RUN, value: a}]
                resourcesPerNode: {requests: {memory: 128Gi}}
            """;

    /** The replicated jobs of each framework. */
    private static final Map<String, List<String>> JOBS = Map.of(
            "torch", List.of("node"),
            "jax", List.of("node"),
            "xgboost", List.of("node"),
            "mpi", List.of("launcher", "node"),
            "flux", List.of("node"),
            "tensorflow", List.of("chief", "ps", "worker"),
            "paddle", List.of("master", "worker"));

    @Param({"torch", "jax", "xgboost", "mpi", "tensorflow", "paddle", "flux"})
    private String framework = "torch";

    private final TrainJobCompiler compiler = compiler();
    private final TrainJob trainJob = read(TRAIN_JOB, TrainJob.class);
    private RuntimeDefinition runtime = runtime("torch");

    private static TrainJobCompiler compiler() {
        MpiPlugin mpi = new MpiPlugin();
        FluxPlugin flux = new FluxPlugin();
        return new TrainJobCompiler(new CompilerPlugins(
                List.of(
                        new PlainPlugin(),
                        new TorchPlugin(),
                        new JaxPlugin(),
                        new XgboostPlugin(),
                        mpi,
                        new TensorFlowPlugin(),
                        new PaddlePlugin(),
                        flux),
                List.of(),
                List.of(mpi, flux)));
    }

    /** Makes the runtime of the framework that is measured. */
    @Setup
    public void prepare() {
        runtime = runtime(framework);
    }

    private static RuntimeDefinition runtime(String framework) {
        StringBuilder jobs = new StringBuilder();
        for (String name : Objects.requireNonNull(JOBS.get(framework))) {
            jobs.append(
                    """
                          - name: %s
                            template:
                              metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                              spec:
                                template:
                                  spec:
                                    containers:
                                      - name: node
                                        image: registry.example/train:1
                                        command: [python, /app/train.py]
                                        env: [{name: NCCL_DEBUG, value: WARN}, {name: LR, value: "0.1"}]
                                        resources: {limits: {nvidia.com/gpu: "8"}, requests: {cpu: "16", memory: 64Gi}}
                    """
                            .formatted(name));
        }
        return RuntimeDefinition.of(read(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainingRuntime
                metadata: {name: runtime, namespace: team-a}
                spec:
                  mlPolicy: {numNodes: 2, %s: {}}
                  template:
                    spec:
                      replicatedJobs:
                """
                                .formatted(framework)
                        + jobs,
                TrainingRuntime.class));
    }

    private static <T> T read(String yaml, Class<T> type) {
        try {
            return YAML.readValue(yaml, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the benchmark's own YAML is wrong", e);
        }
    }

    /** From TrainJob and runtime to the objects to apply. */
    @Benchmark
    public CompiledJob compile() {
        return compiler.compile(trainJob, runtime).await().indefinitely();
    }
}

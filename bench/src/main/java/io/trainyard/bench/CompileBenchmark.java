package io.trainyard.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compiling one TrainJob of two replicated jobs with the torch policy. Budget: under 100 µs and under 200 KB. Run with {@code -prof gc} to see the
 * allocation ({@code gc.alloc.rate.norm}).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CompileBenchmark {
    private static final String RUNTIME =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainingRuntime
            metadata: {name: llm, namespace: team-a}
            spec:
              mlPolicy: {numNodes: 2, torch: {numProcPerNode: auto}}
              template:
                metadata: {labels: {team: a}}
                spec:
                  replicatedJobs:
                    - name: dataset-initializer
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: dataset-initializer}}
                        spec:
                          template:
                            spec:
                              containers:
                                - name: dataset-initializer
                                  image: registry.example/initializer:1
                                  env: [{name: STORAGE_URI, value: hf://a/b}]
                                  volumeMounts: [{name: initializer, mountPath: /workspace}]
                              volumes: [{name: initializer, persistentVolumeClaim: {claimName: work}}]
                    - name: node
                      dependsOn: [{name: dataset-initializer, status: Complete}]
                      template:
                        metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                        spec:
                          template:
                            spec:
                              containers:
                                - name: node
                                  image: registry.example/train:1
                                  command: [torchrun, /app/train.py]
                                  env: [{name: NCCL_DEBUG, value: WARN}, {name: LR, value: "0.1"}]
                                  resources: {limits: {nvidia.com/gpu: "8"}, requests: {cpu: "16", memory: 64Gi}}
                                  volumeMounts: [{name: initializer, mountPath: /workspace}]
                              volumes: [{name: initializer, persistentVolumeClaim: {claimName: work}}]
            """;
    private static final String TRAIN_JOB =
            """
            apiVersion: trainer.kubeflow.org/v1alpha1
            kind: TrainJob
            metadata: {name: tune, namespace: team-a, uid: 0b4ff1a5-0d8b-4f1e-8a0e-0f3c4f3b2a10}
            spec:
              runtimeRef: {kind: TrainingRuntime, name: llm}
              suspend: false
              trainer:
                numNodes: 16
                image: registry.example/train:2
                args: [--epochs, "3"]
                env: [{name: LR, value: "0.2"}, {name: RUN, value: a}]
                resourcesPerNode: {requests: {memory: 128Gi}}
            """;

    private final TrainJobCompiler compiler = new TrainJobCompiler(
            new CompilerPlugins(List.of(new PlainPlugin(), new TorchPlugin()), List.of(), List.of()));
    private final TrainJob trainJob;
    private final RuntimeDefinition runtime;

    public CompileBenchmark() {
        trainJob = trainJob();
        runtime = RuntimeDefinition.of(runtime());
    }

    /** The TrainJob. */
    static TrainJob trainJob() {
        return read(TRAIN_JOB, TrainJob.class);
    }

    /** Its runtime. */
    static TrainingRuntime runtime() {
        return read(RUNTIME, TrainingRuntime.class);
    }

    private static <T> T read(String yaml, Class<T> type) {
        try {
            return new ObjectMapper(new YAMLFactory()).readValue(yaml, type);
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

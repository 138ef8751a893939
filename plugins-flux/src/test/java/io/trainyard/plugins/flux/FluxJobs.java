package io.trainyard.plugins.flux;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.CustomValidation;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** TrainJobs in namespace {@code lab} on Flux runtimes, compiled as the controller does. */
final class FluxJobs {
    static final ObjectMapper YAML = YAMLMapper.builder()
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES, YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
            .build();

    private final String name;
    private final String policy;
    private final String pod;
    private final String trainer;
    private final String network;

    private FluxJobs(String name, String policy, String pod, String trainer, String network) {
        this.name = name;
        this.policy = policy;
        this.pod = pod;
        this.trainer = trainer;
        this.network = network;
    }

    /** The job {@code wave} with this trainer section, on a runtime whose container runs {@code lmp -in data}. */
    static FluxJobs wave(String trainer) {
        return new FluxJobs(
                "wave",
                "{}",
                "{containers: [{name: node, image: lammps, command: [lmp], args: [-in, data]}]}",
                trainer,
                "{}");
    }

    FluxJobs named(String changed) {
        return new FluxJobs(changed, policy, pod, trainer, network);
    }

    /** What {@code mlPolicy.flux} says. */
    FluxJobs policy(String changed) {
        return new FluxJobs(name, changed, pod, trainer, network);
    }

    /** The spec of the pods of {@code node}. */
    FluxJobs pod(String changed) {
        return new FluxJobs(name, policy, changed, trainer, network);
    }

    /** The network of the JobSet. */
    FluxJobs network(String changed) {
        return new FluxJobs(name, policy, pod, trainer, changed);
    }

    CompiledJob compiled(FluxPlugin plugin) {
        return new TrainJobCompiler(new CompilerPlugins(List.of(plugin), List.of(), List.of(plugin)))
                .compile(trainJob(), runtime())
                .await()
                .indefinitely();
    }

    CompiledJob compiled() {
        return compiled(new FluxPlugin());
    }

    Validation validation() {
        RuntimeInfo info = merged();
        info.freeze();
        return new FluxPlugin()
                .validate(new CustomValidation.Request(trainJob(), Optional.empty(), info))
                .await()
                .indefinitely();
    }

    RuntimeInfo merged() {
        return new TrainJobCompiler(new CompilerPlugins(List.of(), List.of(), List.of())).merge(trainJob(), runtime());
    }

    TrainJob trainJob() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName(name);
        job.getMetadata().setNamespace("lab");
        job.getMetadata().setUid("7f3c");
        job.setSpec(read("{runtimeRef: {name: flux}, trainer: " + trainer + "}", TrainJobSpec.class));
        return job;
    }

    private RuntimeDefinition runtime() {
        ClusterTrainingRuntime runtime = new ClusterTrainingRuntime();
        runtime.getMetadata().setName("flux");
        runtime.setSpec(read(
                """
                mlPolicy: {flux: %s}
                template:
                  spec:
                    network: %s
                    replicatedJobs:
                      - name: node
                        template:
                          metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}}
                          spec: {template: {spec: %s}}
                """
                        .formatted(policy, network, pod),
                TrainingRuntimeSpec.class));
        return RuntimeDefinition.of(runtime);
    }

    private static <T> T read(String yaml, Class<T> type) {
        try {
            return YAML.readValue(yaml, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, Object> job(CompiledJob compiled) {
        return compiled.jobSet().replicatedJobs().get(0);
    }

    static Map<String, Object> podSpec(CompiledJob compiled) {
        return Tree.child(job(compiled), "template", "spec", "template", "spec");
    }

    static Map<String, Object> container(CompiledJob compiled) {
        return Tree.objects(podSpec(compiled), "containers").get(0);
    }

    static ConfigMap scripts(CompiledJob compiled) {
        return object(compiled, ConfigMap.class);
    }

    static Secret certificate(CompiledJob compiled) {
        return object(compiled, Secret.class);
    }

    static String script(CompiledJob compiled, String name) {
        return scripts(compiled).getData().get(name);
    }

    private static <T extends HasMetadata> T object(CompiledJob compiled, Class<T> type) {
        return compiled.objects().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    /** An object as a tree, as it would be sent. */
    static Map<String, Object> tree(Object object) {
        return new LinkedHashMap<>(Tree.object(YAML.convertValue(object, Map.class)));
    }
}

package io.trainyard.launcher.runtimes;

import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.admission.input.DecodedTrainJob;
import io.trainyard.core.admission.input.TrainJobChange;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.plugins.flux.FluxPlugin;
import io.trainyard.plugins.jax.JaxPlugin;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.plugins.paddle.PaddlePlugin;
import io.trainyard.plugins.tensorflow.TensorFlowPlugin;
import io.trainyard.plugins.torch.TorchPlugin;
import io.trainyard.plugins.xgboost.XgboostPlugin;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A TrainJob on a shipped runtime: what admission says of it, and what it becomes.
 *
 * @param findings errors and warnings
 * @param compiled the objects
 */
record ShippedJob(Validation findings, CompiledJob compiled) {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final Plugins PLUGINS = Plugins.of(
            new PlainPlugin(),
            new TorchPlugin(),
            new MpiPlugin(),
            new JaxPlugin(),
            new XgboostPlugin(),
            new TensorFlowPlugin(),
            new PaddlePlugin(),
            new FluxPlugin());

    /** A TrainJob in a file, on the runtime that it names. */
    static ShippedJob of(Path file) throws IOException {
        return of(Tree.object(Yaml.parse(Files.readString(file))));
    }

    static ShippedJob of(Map<String, Object> trainJob) throws IOException {
        ClusterTrainingRuntime runtime = YAML.unmarshal(
                Files.readString(ROOT.resolve("deploy/runtimes")
                        .resolve(Tree.text(trainJob, "spec", "runtimeRef", "name") + ".yaml")),
                ClusterTrainingRuntime.class);
        TrainJob job = YAML.unmarshal(YAML.asYaml(trainJob), TrainJob.class);
        job.getMetadata().setNamespace("team");
        Validation findings = AdmissionWebhooks.validator(PLUGINS, AdmissionSettings.DEFAULT)
                .validate(
                        new TrainJobChange(new DecodedTrainJob(TreeConversion.toTree(job), job), Optional.empty()),
                        runtime)
                .await()
                .indefinitely()
                .findings();
        return new ShippedJob(findings, compiled(job, runtime));
    }

    /** What a TrainJob becomes on a runtime. */
    static CompiledJob compiled(TrainJob job, ClusterTrainingRuntime runtime) {
        return new TrainJobCompiler(new CompilerPlugins(
                        PLUGINS.mlPolicies(), PLUGINS.podGroupPolicies(), PLUGINS.componentBuilders()))
                .compile(job, RuntimeDefinition.of(runtime))
                .await()
                .indefinitely();
    }

    /** The container that trains. */
    Map<String, Object> trainer() {
        return compiled.jobSet().replicatedJobs().stream()
                .filter(job -> Tree.at(job, "template", "metadata", "labels") instanceof Map<?, ?> labels
                        && "trainer".equals(labels.get("trainer.kubeflow.org/trainjob-ancestor-step")))
                .map(job -> Tree.objects(job, "template", "spec", "template", "spec", "containers")
                        .get(0))
                .findFirst()
                .orElseThrow();
    }

    /** Command and arguments of the container that trains. */
    List<String> words() {
        return Stream.concat(Tree.list(trainer(), "command").stream(), Tree.list(trainer(), "args").stream())
                .map(String::valueOf)
                .toList();
    }

    /** Names and values of its variables, in order; "from the pod" where the value is a reference. */
    List<String> variables() {
        return Tree.objects(trainer(), "env").stream()
                .map(variable -> variable.get("name") + "="
                        + (variable.containsKey("valueFrom") ? "from the pod" : variable.get("value")))
                .toList();
    }
}

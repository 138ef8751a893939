package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.gang.PodDefaults;
import io.trainyard.core.gang.PodRequests;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.InvalidTrainJobException;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobSpec;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Merges a TrainJob into its runtime: the view that plugins then work on. Pure. */
final class RuntimeMerger {
    private RuntimeMerger() {}

    /**
     * The merged view.
     *
     * @param defaults what the cluster adds to the requests of pods
     * @param claim for data sets and models where the runtime has no volume for them
     * @param live the JobSet that exists
     * @throws InvalidTrainJobException when the runtime has nothing to run, or the TrainJob asks for something unsupported
     */
    static Merged merge(
            TrainJob trainJob,
            TrainJobSpec spec,
            RuntimeDefinition runtime,
            PodDefaults defaults,
            Optional<InitializerClaim> claim,
            Optional<JobSet> live) {
        TrainingRuntimeSpec runtimeSpec = runtime.spec();
        @Nullable JobSetTemplate template = runtimeSpec.template();
        List<Map<String, Object>> original =
                template == null ? List.of() : Tree.objects(template.spec(), "replicatedJobs");
        if (template == null || template.spec() == null || original.isEmpty()) {
            throw new InvalidTrainJobException("spec.runtimeRef: " + runtime.kind() + " " + runtime.name()
                    + " has no spec.template.spec.replicatedJobs, so there is nothing to run");
        }
        CalculableAmounts.require(spec);
        TrainJobVariables.require(spec);
        @Nullable MLPolicy mlPolicy = runtimeSpec.mlPolicy();
        Ancestors ancestors = Ancestors.of(original, mlPolicy != null && mlPolicy.mpi() != null);
        TrainerTargets targets = new TrainerTargets(mlPolicy, ancestors);
        OverriddenTemplate overridden = OverriddenTemplate.of(spec, template, ancestors, targets);
        CalculableAmounts.require(runtime, overridden.replicatedJobs());
        InitializerData.Result data = InitializerData.apply(
                trainJob.getMetadata().getName(),
                spec,
                template.spec(),
                overridden.replicatedJobs(),
                ancestors,
                targets,
                claim,
                live);
        TrainJobSettings settings = new TrainJobSettings(spec, targets);
        String subdomain = Tree.string(template.spec(), "network", "subdomain")
                .filter(name -> !name.isEmpty())
                .orElse(trainJob.getMetadata().getName());

        List<Object> merged = new ArrayList<>(original.size());
        List<PodSetDefinition> podSets = new ArrayList<>(original.size());
        for (Map<String, Object> job : data.jobs()) {
            @Nullable
            String ancestor = ancestors.of(String.valueOf(job.get("name"))).orElse(null);
            Map<String, Object> changed = settings.apply(job, ancestor);
            merged.add(changed);
            podSets.add(podSet(
                    job,
                    changed,
                    ancestor,
                    mlPolicy,
                    targets,
                    settings,
                    defaults,
                    trainJob.getMetadata().getName(),
                    subdomain));
        }
        RuntimeInfo info = new RuntimeInfo(
                overridden.labels(),
                overridden.annotations(),
                runtime.annotations(),
                new RuntimePolicy(mlPolicy, runtimeSpec.podGroupPolicy(), spec.plugins()),
                spec.trainerOrEmpty(),
                Tree.with(data.template(), "replicatedJobs", merged),
                podSets);
        return new Merged(info, data.warnings());
    }

    /**
     * What came out.
     *
     * @param warnings what a user should know of it
     */
    record Merged(RuntimeInfo info, List<CompiledJob.Warning> warnings) {}

    private static PodSetDefinition podSet(
            Map<String, Object> template,
            Map<String, Object> job,
            @Nullable String ancestor,
            @Nullable MLPolicy mlPolicy,
            TrainerTargets targets,
            TrainJobSettings settings,
            PodDefaults defaults,
            String trainJob,
            String subdomain) {
        String name = String.valueOf(job.get("name"));
        Map<String, Object> jobSpec = Tree.child(job, "template", "spec");
        Map<String, Object> podSpec = PodTrees.podSpec(job);
        boolean trainer = TrainerApi.ANCESTOR_TRAINER.equals(ancestor);
        boolean mpi = targets.isMpiJob(name);
        int count = mlPolicy != null && (mpi || (trainer && mlPolicy.countsNodesOf(name)))
                // The launcher of MPI is one pod, whatever its role.
                ? (mpi && name.equals(TrainerApi.LAUNCHER)) || mlPolicy.numNodes() == null ? 1 : mlPolicy.numNodes()
                : Tree.wholeNumber(jobSpec, "parallelism").orElse(1);
        boolean known = ancestor != null && Ancestors.isKnown(ancestor);
        int replicas = mpi || known ? 1 : Tree.wholeNumber(job, "replicas").orElse(1);
        List<PodSet.Dependency> dependencies = Tree.objects(job, "dependsOn").stream()
                .map(edge ->
                        new PodSet.Dependency(String.valueOf(edge.get("name")), String.valueOf(edge.get("status"))))
                .toList();
        return PodSetDefinition.builder(trainJob, name)
                .ancestor(ancestor)
                .replicas(replicas)
                .count(Math.max(count, 1))
                .completions(
                        known ? null : Tree.wholeNumber(jobSpec, "completions").orElse(null))
                .indexed(!"NonIndexed".equals(jobSpec.get("completionMode")))
                .dependsOn(dependencies)
                .initContainers(containers(template, job, "initContainers", null, settings))
                .containers(containers(template, job, "containers", ancestor, settings))
                .trainerContainer(targets.of(job, ancestor)
                        .map(TrainerTargets.Target::container)
                        .orElse(null))
                .volumes(ModelTrees.lazily(Tree.objects(podSpec, "volumes"), Volume.class))
                .schedulerName(Tree.string(podSpec, "schedulerName").orElse(null))
                .priorityClassName(Tree.string(podSpec, "priorityClassName").orElse(null))
                .singlePodRequests(() -> PodRequests.of(podSpec, defaults))
                .subdomain(subdomain)
                .build();
    }

    private static List<ContainerDefinition> containers(
            Map<String, Object> template,
            Map<String, Object> job,
            String field,
            @Nullable String ancestor,
            TrainJobSettings settings) {
        List<Map<String, Object>> containers = Tree.objects(PodTrees.podSpec(job), field);
        List<Map<String, Object>> templates = Tree.objects(PodTrees.podSpec(template), field);
        List<ContainerDefinition> definitions = new ArrayList<>(containers.size());
        for (int i = 0; i < containers.size(); i++) {
            Map<String, Object> container = containers.get(i);
            String name = String.valueOf(container.get("name"));
            definitions.add(ContainerDefinition.builder(name)
                    .image(Tree.string(container, "image").orElse(null))
                    .command(Tree.strings(container, "command"))
                    .args(Tree.strings(container, "args"))
                    .templateCommand(Tree.strings(templates.get(i), "command"))
                    .templateArgs(Tree.strings(templates.get(i), "args"))
                    .env(EnvironmentVariables.fromTrees(Tree.objects(container, "env")))
                    .userEnv(settings.variables(job, ancestor, name))
                    .ports(ModelTrees.lazily(Tree.objects(container, "ports"), ContainerPort.class))
                    .volumeMounts(ModelTrees.lazily(Tree.objects(container, "volumeMounts"), VolumeMount.class))
                    .requests(quantities(Tree.child(container, "resources", "requests")))
                    .limits(quantities(Tree.child(container, "resources", "limits")))
                    .claims(Tree.objects(container, "resources", "claims").stream()
                            .map(claim -> Tree.text(claim, "name"))
                            .distinct()
                            .toList())
                    .build());
        }
        return definitions;
    }

    private static Map<String, Quantity> quantities(Map<String, Object> tree) {
        Map<String, Quantity> quantities = new LinkedHashMap<>(tree.size());
        tree.forEach((name, quantity) -> quantities.put(name, new Quantity(String.valueOf(quantity))));
        return quantities;
    }
}

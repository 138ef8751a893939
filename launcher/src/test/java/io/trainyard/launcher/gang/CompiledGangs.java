package io.trainyard.launcher.gang;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The TrainJob {@code run} as one scheduler's plugin and the real plan would have it created.
 *
 * @param scheduler whose plugin
 * @param minimums {@code minMember} by the name of the PodGroup
 * @param replicatedJobs those of the JobSet, in its order
 * @param inOrder whether they start one after another
 */
record CompiledGangs(
        Scheduler scheduler, Map<String, Integer> minimums, List<Map<String, Object>> replicatedJobs, boolean inOrder) {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final ObjectMapper JSON = new ObjectMapper();

    static CompiledGangs of(Scheduler scheduler, Template template) {
        EnforcePodGroupPolicy plugin = scheduler.plugin();
        TrainJobCompiler compiler = new TrainJobCompiler(new CompilerPlugins(
                List.of(new Elastic(template.minimums())), List.of(plugin), List.of((ComponentBuilder) plugin)));
        TrainingRuntime runtime = YAML.unmarshal(template.runtime(scheduler.member()), TrainingRuntime.class);
        CompiledJob compiled = compiler.compile(trainJob(), RuntimeDefinition.of(runtime))
                .await()
                .atMost(TIMEOUT);

        Map<String, Integer> minimums = new LinkedHashMap<>();
        compiled.objects().stream()
                .filter(object -> object.getKind().equals("PodGroup"))
                .forEach(object -> minimums.put(
                        object.getMetadata().getName(),
                        Tree.wholeNumber(JSON.convertValue(object, new TypeReference<>() {}), "spec", "minMember")
                                .orElseThrow()));
        JobSet jobSet = compiled.objects().stream()
                .filter(JobSet.class::isInstance)
                .map(JobSet.class::cast)
                .findFirst()
                .orElseThrow();
        return new CompiledGangs(scheduler, minimums, jobSet.replicatedJobs(), template.inOrder());
    }

    /** Name of the PodGroup of a replicated job's pods; empty when they have none. */
    Optional<String> group(Map<String, Object> replicatedJob) {
        return scheduler.group(replicatedJob);
    }

    /** How many pods a replicated job has. */
    static int pods(Map<String, Object> replicatedJob) {
        int replicas = Tree.wholeNumber(replicatedJob, "replicas").orElse(1);
        return replicas
                * Tree.wholeNumber(replicatedJob, "template", "spec", "parallelism")
                        .orElse(1);
    }

    static String name(Map<String, Object> replicatedJob) {
        return Tree.string(replicatedJob, "name").orElseThrow();
    }

    private static TrainJob trainJob() {
        return YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: run, namespace: lab, uid: "1"}
                spec: {runtimeRef: {kind: TrainingRuntime, name: gangs}}
                """,
                TrainJob.class);
    }

    /**
     * What a framework with elastic jobs does.
     *
     * @param minimums how many pods of a replicated job's Jobs are enough, by its name
     */
    private record Elastic(Map<String, Integer> minimums) implements EnforceMLPolicy {
        @Override
        public String name() {
            return "elastic";
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
            minimums.forEach((name, minimum) -> info.podSet(name).orElseThrow().setMinCount(minimum));
        }
    }
}

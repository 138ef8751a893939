package io.trainyard.launcher.mpi;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.compile.CompiledJob;
import io.trainyard.core.compile.CompilerPlugins;
import io.trainyard.core.compile.RuntimeDefinition;
import io.trainyard.core.compile.TrainJobCompiler;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.plugins.mpi.MpiPlugin;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.model.ClusterTrainingRuntime;
import io.trainyard.spi.model.TrainJob;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An MPI job as the controller would create it: JobSet, Secret with real keys, and hostfile. */
final class CompiledMpiJob {
    private static final Duration TIMEOUT = Duration.ofSeconds(180);
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    private final CompiledJob compiled;

    private CompiledMpiJob(CompiledJob compiled) {
        this.compiled = compiled;
    }

    /**
     * Compiles.
     *
     * @param trainJob spec of the TrainJob, which is called {@code name} and lives in namespace {@code lab}
     * @param runtime spec of the runtime
     */
    static CompiledMpiJob of(String name, String trainJob, String runtime) {
        TrainJob job = YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s, namespace: lab, uid: "1"}
                spec: %s
                """
                        .formatted(name, trainJob),
                TrainJob.class);
        ClusterTrainingRuntime of = YAML.unmarshal(
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: ClusterTrainingRuntime
                metadata: {name: mpi}
                spec: %s
                """
                        .formatted(runtime),
                ClusterTrainingRuntime.class);
        MpiPlugin mpi = new MpiPlugin();
        TrainJobCompiler compiler = new TrainJobCompiler(new CompilerPlugins(List.of(mpi), List.of(), List.of(mpi)));
        return new CompiledMpiJob(await(compiler.compile(job, RuntimeDefinition.of(of))));
    }

    /** Names of the replicated jobs. */
    List<String> jobs() {
        return object(JobSet.class).replicatedJobs().stream()
                .map(job -> String.valueOf(job.get("name")))
                .toList();
    }

    /** A replicated job of the JobSet. */
    Map<String, Object> job(String name) {
        JobSet jobSet = object(JobSet.class);
        return jobSet.replicatedJobs().stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst()
                .orElseThrow();
    }

    Map<String, Object> podSpec(String job) {
        return Tree.child(job(job), "template", "spec", "template", "spec");
    }

    /** The only container of the pods of a replicated job. */
    Map<String, Object> container(String job) {
        return Tree.objects(podSpec(job), "containers").get(0);
    }

    int pods(String job) {
        return Tree.wholeNumber(job(job), "template", "spec", "parallelism").orElseThrow();
    }

    int replicas(String job) {
        return Tree.wholeNumber(job(job), "replicas").orElse(1);
    }

    String hostfile() {
        return object(ConfigMap.class).getData().get("hostfile");
    }

    /** The Secret as it would be created, with new keys each time. */
    Secret secret() {
        Component component = compiled.components()
                .filter(candidate -> candidate.object() instanceof Secret)
                .findFirst()
                .orElseThrow();
        return (Secret) await(component.creation().orElseThrow().content().complete(component.object()));
    }

    private <T extends HasMetadata> T object(Class<T> type) {
        return compiled.objects().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    private static <T> T await(Uni<T> uni) {
        return uni.await().atMost(TIMEOUT);
    }
}

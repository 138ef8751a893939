package io.trainyard.core.compile;

import static io.trainyard.core.fixture.Manifests.clusterRuntime;
import static io.trainyard.core.fixture.Manifests.tree;
import static io.trainyard.core.fixture.Manifests.written;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.gang.GangFacts;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.plain.PlainPlugin;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.extension.ComponentBuilder;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compiles with the plugins that are always there, and with those that a test adds. */
final class Compilation {
    private static final String LABEL = "trainer.kubeflow.org/trainjob-ancestor-step";

    private final List<EnforceMLPolicy> mlPolicies = new ArrayList<>(List.of(new PlainPlugin()));
    private final List<EnforcePodGroupPolicy> podGroupPolicies = new ArrayList<>();
    private final List<ComponentBuilder> builders = new ArrayList<>();
    private Optional<JobSet> live = Optional.empty();

    private GangFacts facts = GangFacts.NONE;

    private Optional<InitializerClaim> claim = Optional.empty();

    Compilation with(MlStep step) {
        return with("test", step);
    }

    Compilation with(String plugin, MlStep step) {
        mlPolicies.add(new EnforceMLPolicy() {
            @Override
            public String name() {
                return plugin;
            }

            @Override
            public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {
                step.change(info);
            }
        });
        return this;
    }

    Compilation withScheduler(MlStep step) {
        podGroupPolicies.add(new EnforcePodGroupPolicy() {
            @Override
            public String name() {
                return "scheduler";
            }

            @Override
            public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {
                step.change(info);
            }
        });
        return this;
    }

    Compilation withGangs(EnforcePodGroupPolicy policy, GangFacts known) {
        podGroupPolicies.add(policy);
        facts = known;
        return this;
    }

    /** As if this JobSet existed. */
    Compilation withLive(JobSet jobSet) {
        live = Optional.of(jobSet);
        return this;
    }

    /** What is made for data where a runtime has no volume for it. */
    Compilation withInitializerClaim(InitializerClaim made) {
        claim = Optional.of(made);
        return this;
    }

    Compilation withBuilder(ComponentBuilder builder) {
        builders.add(builder);
        return this;
    }

    /** A step of a plugin. */
    interface MlStep {
        void change(RuntimeInfo info);
    }

    TrainJobCompiler compiler() {
        return new TrainJobCompiler(new CompilerPlugins(mlPolicies, podGroupPolicies, builders), facts, claim);
    }

    CompiledJob compile(TrainJob trainJob, RuntimeDefinition runtime) {
        Uni<CompiledJob> compiled = compiler().compile(trainJob, runtime, live);
        return compiled.subscribe().asCompletionStage().toCompletableFuture().join();
    }

    CompiledJob compile(TrainJob trainJob, String runtimeSpec) {
        return compile(trainJob, definition(runtimeSpec));
    }

    /** The JobSet as it would be sent. */
    Map<String, Object> jobSet(TrainJob trainJob, String runtimeSpec) {
        return compile(trainJob, runtimeSpec).objects().stream()
                .filter(object -> object.getKind().equals("JobSet"))
                .findFirst()
                .map(jobSet -> written(jobSet))
                .orElseThrow();
    }

    static RuntimeDefinition definition(String runtimeSpec) {
        return RuntimeDefinition.of(clusterRuntime("plain", runtimeSpec));
    }

    /** Spec of a runtime with these replicated jobs, each a line of {@link #job}. */
    static String runtime(String... jobs) {
        return "{mlPolicy: {numNodes: 1}, template: {spec: {replicatedJobs: [" + String.join(", ", jobs) + "]}}}";
    }

    /** A replicated job with a label on its Job template. */
    static String job(String name, String ancestor, String podSpec) {
        return "{name: " + name + ", template: {metadata: {labels: {" + LABEL + ": " + ancestor
                + "}}, spec: {template: {spec: " + podSpec + "}}}}";
    }

    /** A replicated job without label. */
    static String job(String name, String podSpec) {
        return "{name: " + name + ", template: {spec: {template: {spec: " + podSpec + "}}}}";
    }

    /** A replicated job of a JobSet, by name. */
    static Map<String, Object> replicatedJob(Map<String, Object> jobSet, String name) {
        return Tree.objects(jobSet, "spec", "replicatedJobs").stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst()
                .orElseThrow();
    }

    /** The first container of a replicated job. */
    static Map<String, Object> container(Map<String, Object> jobSet, String job) {
        return PodTrees.containers(replicatedJob(jobSet, job)).get(0);
    }

    static PodSet podSet(CompiledJob compiled, String name) {
        return compiled.info().podSet(name).orElseThrow();
    }

    static List<Object> list(String yaml) {
        return Tree.list(tree("list: " + yaml), "list");
    }
}

package io.trainyard.plugins.mpi;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.MPIPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.Trainer;
import io.trainyard.spi.runtime.ContainerDefinition;
import io.trainyard.spi.runtime.PodSetDefinition;
import io.trainyard.spi.runtime.RuntimeInfo;
import io.trainyard.spi.runtime.RuntimePolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes MPI runtimes merged with a TrainJob called {@code wave} in {@code lab}, as the host would hand them over. */
final class MpiRuntimes {
    private static final List<String> BOTH = List.of("node", "launcher");

    private @Nullable Integer nodesOfRuntime;
    private @Nullable Integer slotsOfRuntime;
    private @Nullable String implementation;
    private @Nullable Boolean launcherAsNode;
    private @Nullable String sshFolder;
    private @Nullable Integer nodesOfTrainJob;
    private @Nullable Integer slotsOfTrainJob;
    private List<String> jobs = BOTH;
    private String subdomain = "wave";
    private int count = 1;
    private final List<EnvVar> templateVariables = new ArrayList<>();
    private final List<EnvVar> userVariables = new ArrayList<>();
    private final Map<String, Quantity> requests = new LinkedHashMap<>();
    private final Map<String, Quantity> limits = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> podSpecs = new LinkedHashMap<>();

    private MpiRuntimes() {}

    /** Replicated jobs {@code node} and {@code launcher}, and {@code mpi: {}}. */
    static MpiRuntimes mpi() {
        return new MpiRuntimes();
    }

    static TrainJob wave() {
        TrainJob job = new TrainJob();
        job.getMetadata().setName("wave");
        job.getMetadata().setNamespace("lab");
        job.getMetadata().setUid("7f3c");
        return job;
    }

    MpiRuntimes nodesOfRuntime(@Nullable Integer number) {
        nodesOfRuntime = number;
        return this;
    }

    MpiRuntimes slotsOfRuntime(@Nullable Integer number) {
        slotsOfRuntime = number;
        return this;
    }

    MpiRuntimes implementation(@Nullable String name) {
        implementation = name;
        return this;
    }

    MpiRuntimes launcherAsNode(@Nullable Boolean whether) {
        launcherAsNode = whether;
        return this;
    }

    MpiRuntimes sshFolder(String folder) {
        sshFolder = folder;
        return this;
    }

    MpiRuntimes nodes(@Nullable Integer number) {
        nodesOfTrainJob = number;
        return this;
    }

    MpiRuntimes slots(@Nullable Integer number) {
        slotsOfTrainJob = number;
        return this;
    }

    MpiRuntimes jobs(String... names) {
        jobs = List.of(names);
        return this;
    }

    MpiRuntimes subdomain(String name) {
        subdomain = name;
        return this;
    }

    /** Pods of every replicated job, as the template has them. */
    MpiRuntimes templateCount(int pods) {
        count = pods;
        return this;
    }

    MpiRuntimes templateVariable(String name, String value) {
        templateVariables.add(new EnvVar(name, value, null));
        return this;
    }

    MpiRuntimes userVariable(String name, String value) {
        userVariables.add(new EnvVar(name, value, null));
        return this;
    }

    MpiRuntimes request(String resource, String quantity) {
        requests.put(resource, new Quantity(quantity));
        return this;
    }

    MpiRuntimes limit(String resource, String quantity) {
        limits.put(resource, new Quantity(quantity));
        return this;
    }

    /** What the template says of the pods of a replicated job, and of the one container {@code node} in them. */
    MpiRuntimes security(String job, Map<String, Object> ofPod, Map<String, Object> ofContainer) {
        podSpecs.put(
                job,
                Map.of(
                        "securityContext",
                        ofPod,
                        "containers",
                        List.of(Map.of("name", "node", "securityContext", ofContainer))));
        return this;
    }

    RuntimeInfo build() {
        MLPolicy policy = new MLPolicy(
                nodesOfRuntime,
                null,
                new MPIPolicy(slotsOfRuntime, implementation, sshFolder, launcherAsNode),
                null,
                null,
                null,
                null);
        return new RuntimeInfo(
                Map.of(),
                Map.of(),
                new RuntimePolicy(policy, null),
                new Trainer(
                        null,
                        null,
                        null,
                        userVariables,
                        nodesOfTrainJob,
                        null,
                        slotsOfTrainJob == null ? null : new IntOrString(slotsOfTrainJob)),
                Map.of("replicatedJobs", jobs.stream().map(this::template).toList()),
                jobs.stream().map(this::podSet).toList());
    }

    private Map<String, Object> template(String job) {
        Map<String, Object> podSpec = podSpecs.getOrDefault(job, Map.of());
        return Map.of("name", job, "template", Map.of("spec", Map.of("template", Map.of("spec", podSpec))));
    }

    private PodSetDefinition podSet(String job) {
        ContainerDefinition container = ContainerDefinition.builder("node")
                .image("mpi")
                .env(templateVariables)
                .userEnv(userVariables)
                .requests(job.equals("node") ? requests : Map.of())
                .limits(job.equals("node") ? limits : Map.of())
                .build();
        return PodSetDefinition.builder("wave", job)
                .count(count)
                .initContainers(List.of(ContainerDefinition.named("prepare")))
                .containers(List.of(container, ContainerDefinition.named("sidecar")))
                .trainerContainer("node")
                .subdomain(subdomain)
                .build();
    }
}

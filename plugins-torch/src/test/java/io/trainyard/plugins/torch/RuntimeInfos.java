package io.trainyard.plugins.torch;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.spi.model.ElasticPolicy;
import io.trainyard.spi.model.EnvironmentInjection;
import io.trainyard.spi.model.EnvironmentInjectionTarget;
import io.trainyard.spi.model.MLPolicy;
import io.trainyard.spi.model.TorchPolicy;
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

/** Makes runtimes merged with a TrainJob called {@code mnist}, as the host would hand them over; {@link #build} makes a fresh one each time. */
final class RuntimeInfos {
    private boolean torch = true;
    private @Nullable Object processesOfRuntime;
    private @Nullable ElasticPolicy elastic;
    private boolean resizable = true;
    private final List<EnvironmentInjectionTarget> targets = new ArrayList<>();
    private @Nullable Object processesOfTrainJob;
    private @Nullable Integer nodesOfTrainJob;
    private int templateCount = 1;
    private boolean indexed = true;
    private @Nullable String trainer = "node";
    private @Nullable String trainerContainer = "node";
    private String subdomain = "mnist";
    private @Nullable List<String> command;
    private @Nullable List<String> trainJobCommand;
    private @Nullable List<String> args;
    private @Nullable List<String> trainJobArgs;
    private final Map<String, String> annotations = new LinkedHashMap<>();
    private final List<EnvVar> templateVariables = new ArrayList<>();
    private final List<EnvVar> userVariables = new ArrayList<>();
    private final List<ContainerPort> ports = new ArrayList<>();
    private final Map<String, Quantity> requests = new LinkedHashMap<>();
    private final Map<String, Quantity> limits = new LinkedHashMap<>();
    private final List<String> claims = new ArrayList<>();
    private final Map<String, Object> network = new LinkedHashMap<>();
    private final List<PodSetDefinition> others = new ArrayList<>();

    private RuntimeInfos() {}

    /** One replicated job {@code node} with one container {@code node}, and {@code torch: {}}. */
    static RuntimeInfos torch() {
        return new RuntimeInfos();
    }

    /** The same with {@code numNodes} only. */
    static RuntimeInfos plain() {
        RuntimeInfos plain = new RuntimeInfos();
        plain.torch = false;
        return plain;
    }

    RuntimeInfos processesOfRuntime(Object value) {
        processesOfRuntime = value;
        return this;
    }

    RuntimeInfos processes(Object value) {
        processesOfTrainJob = value;
        return this;
    }

    RuntimeInfos nodes(int count) {
        nodesOfTrainJob = count;
        return this;
    }

    RuntimeInfos templateCount(int count) {
        templateCount = count;
        return this;
    }

    RuntimeInfos elastic() {
        elastic = new ElasticPolicy(2, 4, null, List.of());
        return this;
    }

    RuntimeInfos elastic(ElasticPolicy policy) {
        elastic = policy;
        return this;
    }

    /** The number of pods of JobSets that have started cannot change. */
    RuntimeInfos fixedSize() {
        resizable = false;
        return this;
    }

    RuntimeInfos injectInto(String job, String... containers) {
        targets.add(new EnvironmentInjectionTarget(job, List.of(containers)));
        return this;
    }

    RuntimeInfos nonIndexed() {
        indexed = false;
        return this;
    }

    /** The replicated job has a role of its own choice, and the runtime so no trainer. */
    RuntimeInfos withoutTrainer() {
        trainer = null;
        trainerContainer = null;
        return this;
    }

    RuntimeInfos withoutTrainerContainer() {
        trainerContainer = null;
        return this;
    }

    RuntimeInfos subdomain(String name) {
        subdomain = name;
        return this;
    }

    RuntimeInfos network(String key, boolean value) {
        network.put(key, value);
        return this;
    }

    RuntimeInfos command(String... words) {
        command = List.of(words);
        return this;
    }

    RuntimeInfos trainJobCommand(String... words) {
        trainJobCommand = List.of(words);
        return this;
    }

    RuntimeInfos args(String... words) {
        args = List.of(words);
        return this;
    }

    RuntimeInfos trainJobArgs(String... words) {
        trainJobArgs = List.of(words);
        return this;
    }

    RuntimeInfos annotation(String key, String value) {
        annotations.put(key, value);
        return this;
    }

    RuntimeInfos templateVariable(String name, String value) {
        templateVariables.add(new EnvVar(name, value, null));
        return this;
    }

    RuntimeInfos userVariable(String name, String value) {
        userVariables.add(new EnvVar(name, value, null));
        return this;
    }

    RuntimeInfos port(int number, @Nullable String protocol) {
        ContainerPort port = new ContainerPort();
        port.setContainerPort(number);
        port.setProtocol(protocol);
        ports.add(port);
        return this;
    }

    RuntimeInfos request(String resource, String quantity) {
        requests.put(resource, new Quantity(quantity));
        return this;
    }

    RuntimeInfos limit(String resource, String quantity) {
        limits.put(resource, new Quantity(quantity));
        return this;
    }

    RuntimeInfos claim(String name) {
        claims.add(name);
        return this;
    }

    /** A further replicated job without role. */
    RuntimeInfos job(
            String name, int count, boolean indexedPods, List<String> initContainers, List<String> containers) {
        others.add(podSet(name, null, count, indexedPods, named(initContainers), named(containers), null));
        return this;
    }

    RuntimeInfo build() {
        List<PodSetDefinition> podSets = new ArrayList<>(others);
        podSets.add(podSet(
                "node",
                trainer == null ? "worker" : "trainer",
                templateCount,
                indexed,
                named(List.of("prepare")),
                List.of(trainerContainer(), ContainerDefinition.named("sidecar")),
                trainerContainer));
        MLPolicy policy = new MLPolicy(
                null,
                torch
                        ? new TorchPolicy(intOrString(processesOfRuntime), elastic, new EnvironmentInjection(targets))
                        : null,
                null,
                null,
                null,
                null,
                null);
        Map<String, Object> template = network.isEmpty() ? Map.of() : Map.of("network", network);
        RuntimeInfo info = new RuntimeInfo(
                Map.of(),
                Map.of(),
                annotations,
                new RuntimePolicy(policy, null),
                new Trainer(
                        null,
                        trainJobCommand,
                        trainJobArgs,
                        userVariables,
                        nodesOfTrainJob,
                        null,
                        intOrString(processesOfTrainJob)),
                template,
                podSets);
        info.setResizable(resizable);
        return info;
    }

    private ContainerDefinition trainerContainer() {
        return ContainerDefinition.builder("node")
                .image("example/train:1")
                .command(trainJobCommand == null ? command : trainJobCommand)
                .args(trainJobArgs == null ? args : trainJobArgs)
                .templateCommand(command)
                .templateArgs(args)
                .env(templateVariables)
                .userEnv(userVariables)
                .ports(ports)
                .requests(requests)
                .limits(limits)
                .claims(claims)
                .build();
    }

    private PodSetDefinition podSet(
            String name,
            @Nullable String ancestor,
            int count,
            boolean indexedPods,
            List<ContainerDefinition> initContainers,
            List<ContainerDefinition> containers,
            @Nullable String trainerContainerName) {
        return PodSetDefinition.builder("mnist", name)
                .ancestor(ancestor)
                .count(count)
                .indexed(indexedPods)
                .initContainers(initContainers)
                .containers(containers)
                .trainerContainer(trainerContainerName)
                .subdomain(subdomain)
                .build();
    }

    private static List<ContainerDefinition> named(List<String> names) {
        return names.stream().map(ContainerDefinition::named).toList();
    }

    private static @Nullable IntOrString intOrString(@Nullable Object value) {
        return value == null ? null : new IntOrString(value);
    }
}

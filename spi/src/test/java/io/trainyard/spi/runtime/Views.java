package io.trainyard.spi.runtime;

import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.trainyard.spi.model.Trainer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Small views for the tests of this package. */
final class Views {
    private Views() {}

    static EnvVar variable(String name, String value) {
        return new EnvVar(name, value, null);
    }

    /** Variables from words such as {@code A=1}. */
    static List<EnvVar> variables(String... assignments) {
        return Stream.of(assignments)
                .map(text -> variable(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1)))
                .toList();
    }

    static List<String> assignments(Environment environment) {
        return environment.merged().stream()
                .map(variable -> variable.getName() + "=" + variable.getValue())
                .toList();
    }

    static Environment environment(List<EnvVar> template, List<EnvVar> user) {
        Environment environment = new Environment(new Freezable(), template);
        environment.addUserVariables(user);
        return environment;
    }

    static ContainerView container(List<ContainerPort> ports, List<VolumeMount> mounts) {
        return new ContainerView(
                new Freezable(),
                ContainerDefinition.builder("node")
                        .image("example/train:1")
                        .command(List.of("torchrun"))
                        .ports(ports)
                        .volumeMounts(mounts)
                        .build());
    }

    static ContainerView asking(Map<String, String> requests, Map<String, String> limits) {
        return new ContainerView(
                new Freezable(),
                ContainerDefinition.builder("node")
                        .requests(quantities(requests))
                        .limits(quantities(limits))
                        .build());
    }

    private static Map<String, Quantity> quantities(Map<String, String> texts) {
        return texts.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> new Quantity(entry.getValue()), (a, b) -> b, TreeMap::new));
    }

    static PodSetDefinition podSet(String name, String ancestor, int replicas, int count) {
        return PodSetDefinition.builder("mnist", name)
                .ancestor(ancestor)
                .replicas(replicas)
                .count(count)
                .initContainers(List.of(ContainerDefinition.named("both"), ContainerDefinition.named("prepare")))
                .containers(List.of(ContainerDefinition.named("node"), ContainerDefinition.named("both")))
                .trainerContainer("trainer".equals(ancestor) ? "node" : null)
                .subdomain("ring")
                .build();
    }

    static PodSet podSet(int replicas, int count) {
        return new PodSet(new Freezable(), podSet("node", "trainer", replicas, count));
    }

    static RuntimeInfo info(PodSetDefinition... podSets) {
        return new RuntimeInfo(
                Map.of("team", "a"),
                Map.of(),
                new RuntimePolicy(null, null),
                Trainer.EMPTY,
                Map.of(),
                List.of(podSets));
    }
}

package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.setup.YamlDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Installs resource definitions from files, and waits until the API server serves them. */
final class CustomResourceDefinitions {

    private static final String KIND = "CustomResourceDefinition";
    private static final long SECONDS = 30;

    private final KubernetesClient client;

    CustomResourceDefinitions(KubernetesClient client) {
        this.client = client;
    }

    /** Whatever is there of them takes the form that it has in the files. */
    void install(List<Path> filesAndFolders) {
        List<GenericKubernetesResource> definitions = read(filesAndFolders);
        definitions.forEach(definition -> client.resource(definition)
                .fieldManager("testcluster")
                .forceConflicts()
                .serverSideApply());
        definitions.forEach(definition -> awaitServed(definition.getMetadata().getName()));
    }

    /** For a cluster that has none of them, and in which nobody will apply other ones in their place: costs half of an {@link #install}. */
    void create(List<Path> filesAndFolders) {
        List<GenericKubernetesResource> definitions = read(filesAndFolders);
        definitions.forEach(definition -> client.resource(definition).create());
        definitions.forEach(definition -> awaitServed(definition.getMetadata().getName()));
    }

    /** Not as typed objects: a field that the client's model does not know would be lost. */
    private static List<GenericKubernetesResource> read(List<Path> filesAndFolders) {
        return filesAndFolders.stream()
                .flatMap(path -> files(path).stream())
                .flatMap(file -> read(file).stream())
                .toList();
    }

    private static List<Path> files(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> entries = Files.list(path)) {
            List<Path> files = entries.filter(CustomResourceDefinitions::isManifest)
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("the folder " + path + " has no .yaml, .yml or .json file");
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list the folder " + path, e);
        }
    }

    static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith("kustomization.")
                && (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"));
    }

    private static List<GenericKubernetesResource> read(Path file) {
        List<GenericKubernetesResource> definitions = new ArrayList<>();
        try {
            for (String document : YamlDocuments.split(Files.readString(file))) {
                GenericKubernetesResource definition =
                        Serialization.unmarshal(document, GenericKubernetesResource.class);
                if (!KIND.equals(definition.getKind())) {
                    throw new IllegalArgumentException(
                            file + " holds a " + definition.getKind() + " where only " + KIND + "s may be");
                }
                definitions.add(definition);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        return definitions;
    }

    private void awaitServed(String name) {
        try {
            CustomResourceDefinition established = client.apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName(name)
                    .waitUntilCondition(CustomResourceDefinitions::isEstablished, SECONDS, TimeUnit.SECONDS);
            established.getSpec().getVersions().stream()
                    .filter(version -> Boolean.TRUE.equals(version.getServed()))
                    .forEach(version -> awaitVersion(
                            established.getSpec().getGroup(),
                            version.getName(),
                            established.getSpec().getNames().getPlural()));
        } catch (KubernetesClientTimeoutException e) {
            throw new IllegalStateException(
                    "the API server did not accept " + KIND + " " + name + " within " + SECONDS + " s", e);
        }
    }

    private void awaitVersion(String group, String version, String plural) {
        awaitAnswer("/apis/" + group + "/" + version + "/" + plural);
        // Else the garbage collector may start without knowing the kind, and learn of it half a minute later.
        AggregatedDiscovery discovery = new AggregatedDiscovery(client);
        Poll.until(plural + "." + group + " to be discovered", Duration.ofSeconds(SECONDS), () -> Optional.of(discovery)
                .filter(all -> all.has(group, version, plural)));
    }

    /** "Established" comes a moment before the first request is answered. */
    private void awaitAnswer(String path) {
        Poll.until(
                path + " to be served",
                Duration.ofSeconds(SECONDS),
                () -> Optional.ofNullable(client.raw(path + "?limit=1")));
    }

    private static boolean isEstablished(@Nullable CustomResourceDefinition definition) {
        return definition != null
                && definition.getStatus() != null
                && definition.getStatus().getConditions() != null
                && definition.getStatus().getConditions().stream()
                        .anyMatch(condition ->
                                "Established".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }
}

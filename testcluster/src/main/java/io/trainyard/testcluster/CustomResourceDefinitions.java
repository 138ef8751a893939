package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.testcluster.setup.YamlDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Installs resource definitions from files, and waits until the API server serves them. */
final class CustomResourceDefinitions {

    private static final String KIND = "CustomResourceDefinition";
    private static final long SECONDS = 120;
    private static final Duration LIMIT = Duration.ofSeconds(SECONDS);

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

    /**
     * Makes a cluster have the definitions of some files, with nobody as the owner of their fields, and not those of other names. Blocks until the API
     * server serves the ones and not the others.
     *
     * @param wanted YAML or JSON files, or folders with such files
     * @param superfluous names of definitions to delete; objects of these kinds must be gone, or be without finalizers
     * @param different names of definitions that are not there, or are not as in the files
     */
    void restore(List<Path> wanted, Collection<String> superfluous, Collection<String> different) {
        // Most are not among them, and to parse one takes a tenth of a second.
        List<GenericKubernetesResource> definitions =
                read(wanted, text -> different.stream().anyMatch(text::contains)).stream()
                        .filter(definition ->
                                different.contains(definition.getMetadata().getName()))
                        .toList();
        superfluous.forEach(this::delete);
        definitions.forEach(this::put);
        definitions.forEach(definition -> awaitServed(definition.getMetadata().getName()));
    }

    /**
     * Puts the definitions of some files in the place of those of others. Blocks until the API server serves the ones and not the others.
     *
     * @param present files or folders whose definitions are there, as they are in the files
     * @param wanted files or folders whose definitions are to be there
     * @return whether there are other kinds than before
     */
    boolean exchange(List<Path> present, List<Path> wanted) {
        // Files in both are the most, and large.
        Set<String> before = names(onlyIn(present, wanted));
        List<Path> others = onlyIn(wanted, present);
        Set<String> after = names(others);
        boolean isOther = !before.equals(after);
        before.removeAll(after);
        restore(others, before, after);
        return isOther;
    }

    private static List<Path> onlyIn(List<Path> some, List<Path> others) {
        List<Path> files = new ArrayList<>(
                some.stream().flatMap(path -> files(path).stream()).toList());
        others.forEach(path -> files.removeAll(files(path)));
        return files;
    }

    private static Set<String> names(List<Path> files) {
        return read(files).stream()
                .map(definition -> definition.getMetadata().getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Not as typed objects: a field that the client's model does not know would be lost. */
    private static List<GenericKubernetesResource> read(List<Path> filesAndFolders) {
        return read(filesAndFolders, text -> true);
    }

    private static List<GenericKubernetesResource> read(List<Path> filesAndFolders, Predicate<String> filter) {
        return filesAndFolders.stream()
                .flatMap(path -> files(path).stream())
                .flatMap(file -> read(file, filter).stream())
                .toList();
    }

    private void put(GenericKubernetesResource definition) {
        Resource<GenericKubernetesResource> live = client.resource(definition);
        GenericKubernetesResource present = live.get();
        if (present == null) {
            live.create();
            return;
        }
        // Whose fields they were is forgotten, or else who applies another form of it would now find an owner that was
        // not there at first.
        definition.getMetadata().setManagedFields(List.of(new ManagedFieldsEntry()));
        definition.getMetadata().setResourceVersion(present.getMetadata().getResourceVersion());
        client.resource(definition).update();
    }

    private void delete(String name) {
        Resource<CustomResourceDefinition> definition =
                client.apiextensions().v1().customResourceDefinitions().withName(name);
        CustomResourceDefinition present = definition.get();
        if (present == null) {
            return;
        }
        definition.delete();
        Poll.until(KIND + " " + name + " to go away", LIMIT, () -> Optional.of(true)
                .filter(gone -> definition.get() == null));
        AggregatedDiscovery discovery = new AggregatedDiscovery(client);
        Poll.until(name + " to be served no more", LIMIT, () -> Optional.of(true)
                .filter(gone -> present.getSpec().getVersions().stream()
                        .noneMatch(version -> discovery.has(
                                present.getSpec().getGroup(),
                                version.getName(),
                                present.getSpec().getNames().getPlural()))));
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

    private static List<GenericKubernetesResource> read(Path file, Predicate<String> filter) {
        List<GenericKubernetesResource> definitions = new ArrayList<>();
        try {
            for (String document : YamlDocuments.split(Files.readString(file))) {
                if (!filter.test(document)) {
                    continue;
                }
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
        Poll.until(plural + "." + group + " to be discovered", LIMIT, () -> Optional.of(discovery)
                .filter(all -> all.has(group, version, plural)));
    }

    /** "Established" comes a moment before the first request is answered. */
    private void awaitAnswer(String path) {
        Poll.until(path + " to be served", LIMIT, () -> Optional.ofNullable(client.raw(path + "?limit=1")));
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

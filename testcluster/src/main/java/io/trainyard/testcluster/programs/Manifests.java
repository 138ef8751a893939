package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Manifests of other projects that a running control plane needs. They are copied out of the Go module cache when the
 * programs are built, and are never part of this project.
 *
 * @param folder where the copies lie
 */
public record Manifests(Path folder) {

    public Path jobSetCustomResourceDefinition() {
        return folder.resolve("jobset-crd.yaml");
    }

    /** JobSet's webhook configurations, as one YAML stream. */
    public String jobSetWebHooks() {
        return read("jobset-webhooks.yaml");
    }

    /** KWOK's stages for nodes and for pods that become ready or are deleted; one YAML document each. */
    public List<String> simpleStages() {
        return List.of(
                read("kwok-node-initialize.yaml"),
                read("kwok-node-heartbeat.yaml"),
                read("kwok-pod-ready.yaml"),
                read("kwok-pod-delete.yaml"));
    }

    /** KWOK's stage that ends a pod well; one YAML document. */
    public String completeStage() {
        return read("kwok-pod-complete.yaml");
    }

    /** The folder with the resource definitions of an add-on that brings some. */
    public Path definitionsOf(Program addOn) {
        return folder.resolve(addOn.fileName()).resolve(ManifestSet.DEFINITIONS);
    }

    /** The webhook configurations of an add-on that brings some, as one YAML stream. */
    public String webHooksOf(Program addOn) {
        return read(addOn.fileName() + "/" + ManifestSet.WEBHOOKS);
    }

    boolean has(ManifestSet set) {
        return set.files().keySet().stream().allMatch(name -> Files.isReadable(folder.resolve(name)));
    }

    private String read(String name) {
        Path file = folder.resolve(name);
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + "; delete its folder to have it made again", e);
        }
    }
}

package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Manifests of other projects that a running control plane needs. They are copied out of the Go module cache when the
 * programs are built, and are never part of this project.
 *
 * @param folder where the copies lie
 */
public record Manifests(Path folder) {

    /** File name in our folder to the path inside JobSet's module. */
    static final Map<String, String> OF_JOBSET = Map.of(
            "jobset-crd.yaml", "config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml",
            "jobset-webhooks.yaml", "config/components/webhook/manifests.yaml");

    /** File name in our folder to the path inside KWOK's module. */
    static final Map<String, String> OF_KWOK = Map.of(
            "kwok-node-initialize.yaml", "kustomize/stage/node/fast/node-initialize.yaml",
            "kwok-node-heartbeat.yaml", "kustomize/stage/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml",
            "kwok-pod-ready.yaml", "kustomize/stage/pod/fast/pod-ready.yaml",
            "kwok-pod-complete.yaml", "kustomize/stage/pod/fast/pod-complete.yaml",
            "kwok-pod-delete.yaml", "kustomize/stage/pod/fast/pod-delete.yaml");

    public Path jobSetCustomResourceDefinition() {
        return folder.resolve("jobset-crd.yaml");
    }

    /** JobSet's web hook configurations, as one YAML stream. */
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

    boolean hasThoseOfJobSet() {
        return hasAll(OF_JOBSET);
    }

    boolean hasThoseOfKwok() {
        return hasAll(OF_KWOK);
    }

    private boolean hasAll(Map<String, String> files) {
        return files.keySet().stream().allMatch(name -> Files.isReadable(folder.resolve(name)));
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

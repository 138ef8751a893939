package io.trainyard.local.kubelet.volume;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.environment.ConfigurationException;
import io.trainyard.local.kubelet.environment.DownwardApi;
import io.trainyard.local.kubelet.environment.ReferencedData;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says which folders and files the volumes of a pod are. */
public final class VolumePlanner {
    private static final int DEFAULT_MODE = 0644;

    private final DownwardApi downwardApi;
    private final ReferencedData sources;
    private final VolumeFolders folders;

    public VolumePlanner(DownwardApi downwardApi, ReferencedData sources, VolumeFolders folders) {
        this.downwardApi = downwardApi;
        this.sources = sources;
        this.folders = folders;
    }

    /**
     * The volumes of the pod, in its order.
     *
     * @throws ConfigurationException when something is missing that may still come
     * @throws UnsupportedVolumeException when a volume can never be made here
     */
    public List<VolumePlan> plan() {
        List<VolumePlan> plans = new ArrayList<>();
        for (Map<String, Object> volume : Tree.objects(downwardApi.pod().tree(), "spec", "volumes")) {
            plans.add(plan(volume));
        }
        return plans;
    }

    private VolumePlan plan(Map<String, Object> volume) {
        String name = Tree.text(volume, "name");
        Optional<Path> bound = folders.boundVolume(name);
        if (bound.isPresent()) {
            return new VolumePlan.Kept(name, bound.get());
        }
        Path root = folders.volume(name);
        if (volume.containsKey("configMap")) {
            return new VolumePlan.Files(name, root, configMap(Tree.child(volume, "configMap"), DEFAULT_MODE), false);
        }
        if (volume.containsKey("secret")) {
            Map<String, Object> source = Tree.child(volume, "secret");
            return new VolumePlan.Files(
                    name, root, secret(source, Tree.text(source, "secretName"), DEFAULT_MODE), true);
        }
        if (volume.containsKey("downwardAPI")) {
            return new VolumePlan.Files(name, root, downward(Tree.child(volume, "downwardAPI"), DEFAULT_MODE), false);
        }
        if (volume.containsKey("projected")) {
            return new VolumePlan.Files(name, root, projected(Tree.child(volume, "projected")), true);
        }
        if (volume.containsKey("hostPath")) {
            Map<String, Object> source = Tree.child(volume, "hostPath");
            return new VolumePlan.Host(
                    name, folders.hostPath(name, Tree.text(source, "path")), Tree.text(source, "type"));
        }
        if (volume.containsKey("persistentVolumeClaim")) {
            String claim = Tree.text(volume, "persistentVolumeClaim", "claimName");
            return new VolumePlan.Kept(name, folders.claim(downwardApi.pod().namespace(), claim));
        }
        // A claim from a template of the pod begins and goes with the pod.
        if (volume.containsKey("emptyDir") || volume.containsKey("ephemeral") || volume.size() == 1) {
            return new VolumePlan.Scratch(name, root);
        }
        throw new UnsupportedVolumeException(
                "volume " + name + ": " + kind(volume) + " is not supported on this machine;"
                        + " use emptyDir, hostPath or a persistentVolumeClaim, or bind the volume to a folder");
    }

    private static String kind(Map<String, Object> volume) {
        return volume.keySet().stream()
                .filter(key -> !key.equals("name"))
                .findFirst()
                .orElse("nothing");
    }

    private List<VolumePlan.Entry> configMap(Map<String, Object> source, int defaultMode) {
        String name = Tree.text(source, "name");
        return entries(source, "configmap", name, sources.configMap(name), defaultMode);
    }

    private List<VolumePlan.Entry> secret(Map<String, Object> source, String name, int defaultMode) {
        return entries(source, "secret", name, sources.secret(name), defaultMode);
    }

    private static List<VolumePlan.Entry> entries(
            Map<String, Object> source,
            String kind,
            String name,
            Optional<Map<String, byte[]>> found,
            int fallbackMode) {
        boolean optional = Tree.flag(source, "optional");
        if (found.isEmpty() && !optional) {
            throw new ConfigurationException(kind + " \"" + name + "\" not found");
        }
        Map<String, byte[]> contents = found.orElse(Map.of());
        int defaultMode = (int) Tree.integer(fallbackMode, source, "defaultMode");
        List<VolumePlan.Entry> entries = new ArrayList<>();
        List<Map<String, Object>> items = Tree.objects(source, "items");
        if (items.isEmpty()) {
            contents.forEach((key, value) -> entries.add(new VolumePlan.Entry(relative(key), value, defaultMode)));
        }
        for (Map<String, Object> item : items) {
            String key = Tree.text(item, "key");
            byte[] value = contents.get(key);
            if (value != null) {
                int mode = (int) Tree.integer(defaultMode, item, "mode");
                entries.add(new VolumePlan.Entry(relative(Tree.text(item, "path")), value, mode));
            } else if (!optional) {
                throw new ConfigurationException(
                        "references non-existent key " + key + " of " + kind + " \"" + name + "\"");
            }
        }
        return entries;
    }

    private List<VolumePlan.Entry> downward(Map<String, Object> source, int fallbackMode) {
        int defaultMode = (int) Tree.integer(fallbackMode, source, "defaultMode");
        List<VolumePlan.Entry> entries = new ArrayList<>();
        for (Map<String, Object> item : Tree.objects(source, "items")) {
            int mode = (int) Tree.integer(defaultMode, item, "mode");
            entries.add(new VolumePlan.Entry(
                    relative(Tree.text(item, "path")), value(item).getBytes(StandardCharsets.UTF_8), mode));
        }
        return entries;
    }

    private String value(Map<String, Object> item) {
        if (item.containsKey("fieldRef")) {
            return downwardApi.fileField(Tree.text(item, "fieldRef", "fieldPath"));
        }
        Map<String, Object> reference = Tree.child(item, "resourceFieldRef");
        String name = Tree.text(reference, "containerName");
        ContainerSpec container = downwardApi.pod().allContainers().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "resourceFieldRef.containerName: the pod has no container \"" + name + "\""));
        return downwardApi.resource(container, reference);
    }

    private List<VolumePlan.Entry> projected(Map<String, Object> projection) {
        int mode = (int) Tree.integer(DEFAULT_MODE, projection, "defaultMode");
        Map<String, VolumePlan.Entry> byPath = new LinkedHashMap<>();
        for (Map<String, Object> source : Tree.objects(projection, "sources")) {
            for (VolumePlan.Entry entry : projectedSource(source, mode)) {
                byPath.put(entry.path(), entry);
            }
        }
        return List.copyOf(byPath.values());
    }

    private List<VolumePlan.Entry> projectedSource(Map<String, Object> source, int mode) {
        if (source.containsKey("configMap")) {
            return configMap(Tree.child(source, "configMap"), mode);
        }
        if (source.containsKey("secret")) {
            Map<String, Object> secret = Tree.child(source, "secret");
            return secret(secret, Tree.text(secret, "name"), mode);
        }
        if (source.containsKey("downwardAPI")) {
            return downward(Tree.child(source, "downwardAPI"), mode);
        }
        if (source.containsKey("serviceAccountToken")) {
            Map<String, Object> token = Tree.child(source, "serviceAccountToken");
            String value = sources.tokens().getOrDefault(Tree.text(token, "audience"), "");
            return List.of(new VolumePlan.Entry(
                    relative(Tree.text(token, "path")), value.getBytes(StandardCharsets.UTF_8), mode));
        }
        throw new UnsupportedVolumeException("projected volumes of " + source.keySet() + " are not supported on this"
                + " machine; use configMap, secret, downwardAPI or serviceAccountToken");
    }

    private static String relative(String path) {
        Path relative = Path.of(path).normalize();
        if (path.isEmpty() || relative.isAbsolute() || relative.startsWith("..")) {
            throw new UnsupportedVolumeException("path \"" + path + "\" of a volume must be relative, without ..");
        }
        return path;
    }
}

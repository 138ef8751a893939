package io.trainyard.launcher.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.local.client.ApiClient;
import io.trainyard.local.client.ListOptions;
import io.trainyard.local.client.Resource;
import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.files.FileNames;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the objects of a run to files, for whoever wants to know later what was made of the input. */
final class ObjectDump {
    private static final List<Resource> KINDS = List.of(
            RunObserver.TRAIN_JOBS,
            new Resource("jobset.x-k8s.io", "v1alpha2", "jobsets"),
            Resource.JOBS,
            Resource.PODS,
            Resource.SERVICES,
            Resource.CONFIG_MAPS,
            Resource.EVENTS);

    private final Vertx vertx;
    private final ApiClient client;
    private final Path folder;

    ObjectDump(Vertx vertx, ApiClient client, Path folder) {
        this.vertx = vertx;
        this.client = client;
        this.folder = folder;
    }

    /** Writes those that are there now; a kind that cannot be listed is left out. */
    Future<Void> write() {
        List<Future<Map<String, String>>> lists = new ArrayList<>();
        for (Resource kind : KINDS) {
            lists.add(client.list(kind, "", ListOptions.ALL)
                    .map(list -> texts(list.items()))
                    .otherwise(Map.of()));
        }
        return Future.all(lists)
                .compose(all -> vertx.executeBlocking(
                        () -> {
                            PrivateFiles.createFolders(folder);
                            for (Future<Map<String, String>> list : lists) {
                                writeAll(list.result());
                            }
                            return null;
                        },
                        false));
    }

    private static Map<String, String> texts(List<Map<String, Object>> objects) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map<String, Object> object : objects) {
            Map<String, Object> copy = Tree.copy(object);
            Tree.remove(copy, "metadata", "managedFields");
            texts.put(
                    Tree.text(copy, "kind").toLowerCase(Locale.ROOT) + "-" + Tree.text(copy, "metadata", "name")
                            + ".yaml",
                    YamlWriter.write(copy));
        }
        return texts;
    }

    @Blocking("writes files; on a worker thread")
    private void writeAll(Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            PrivateFiles.write(
                    FileNames.resolve(folder, text.getKey()), text.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }
}

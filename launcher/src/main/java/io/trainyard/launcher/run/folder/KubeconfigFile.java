package io.trainyard.launcher.run.folder;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The kubeconfig that a user wants of a run: takes the place of one of an earlier run, and of nothing else. Blocks. */
public final class KubeconfigFile {
    private static final String OUR_SERVERS = "http://127.0.0.1:";
    private static final long MAX_BYTES = 64 << 10;

    private KubeconfigFile() {}

    /** Whether a kubeconfig may be written there: nothing is, or what an earlier run has written. A link or a folder is somebody else's. */
    public static boolean isReplaceable(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) <= MAX_BYTES
                    && isOurs(Json.parseObject(Files.readAllBytes(file)));
        } catch (IOException | MalformedTextException foreign) {
            return false;
        }
    }

    private static boolean isOurs(Map<String, Object> config) {
        List<Map<String, Object>> clusters = Tree.objects(config, "clusters");
        return Tree.text(config, "current-context").equals("trainyard")
                && clusters.size() == 1
                && Tree.text(clusters.get(0), "name").equals("trainyard")
                && Tree.text(clusters.get(0), "cluster", "server").startsWith(OUR_SERVERS);
    }
}

package io.trainyard.local.admission;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * The kinds of pod group that coscheduling, Volcano and KAI bring to a cluster, so that runtimes which ask for one of them start here, too. They
 * name the fields that matter to users; others are kept as they come.
 */
public final class PodGroupDefinitions {
    private static final String FILE = "pod-group-definitions.json";

    private PodGroupDefinitions() {}

    /** The whole definitions, one for each scheduler; mutable and not shared. */
    public static List<Map<String, Object>> trees() {
        try (InputStream in = PodGroupDefinitions.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the class path");
            }
            return Tree.objects(Json.parseObject(in.readAllBytes()), "items");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

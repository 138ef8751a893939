package io.trainyard.launcher.run;

import io.trainyard.core.time.Blocking;
import io.trainyard.local.tree.Tree;
import io.trainyard.local.tree.Yaml;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The kinds beside those of Kubernetes that a local API server has to know: ours and JobSet's. */
final class Definitions {
    private static final String FOLDER = "/io/trainyard/launcher/crds/";
    private static final List<String> OURS = List.of(
            "trainer.kubeflow.org_trainjobs.yaml",
            "trainer.kubeflow.org_trainingruntimes.yaml",
            "trainer.kubeflow.org_clustertrainingruntimes.yaml");

    private Definitions() {}

    /** The definition in one of the files. */
    @Blocking("reads a large text; on worker threads")
    static Map<String, Object> read(String name) {
        try (InputStream resource = Definitions.class.getResourceAsStream(FOLDER + name)) {
            if (resource == null) {
                throw new IllegalStateException("this build has no " + FOLDER + name);
            }
            return Tree.object(Yaml.parse(new String(resource.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + FOLDER + name, unreadable);
        }
    }

    /** Names of all files. */
    static List<String> names() {
        return OURS;
    }
}

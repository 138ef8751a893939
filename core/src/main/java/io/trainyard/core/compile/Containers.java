package io.trainyard.core.compile;

import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Reads and changes pods of replicated jobs, as trees. What comes in stays as it is. Pure. */
final class Containers {
    private Containers() {}

    /** A regular container by its name. */
    static Optional<Map<String, Object>> find(Map<String, Object> replicatedJob, String name) {
        return PodTrees.containers(replicatedJob).stream()
                .filter(container -> name.equals(container.get("name")))
                .findFirst();
    }

    /** What the regular container of this name mounts; empty when there is none. */
    static List<Map<String, Object>> mounts(Map<String, Object> replicatedJob, String container) {
        return find(replicatedJob, container)
                .map(found -> Tree.objects(found, "volumeMounts"))
                .orElse(List.of());
    }

    /** The job with a regular container changed. */
    static Map<String, Object> change(
            Map<String, Object> replicatedJob, String name, UnaryOperator<Map<String, Object>> change) {
        return changePod(
                replicatedJob,
                podSpec -> Tree.updateEach(
                        podSpec,
                        "containers",
                        container -> name.equals(container.get("name")) ? change.apply(container) : container));
    }

    /** The job with its pod spec changed. */
    static Map<String, Object> changePod(Map<String, Object> replicatedJob, UnaryOperator<Map<String, Object>> change) {
        return Tree.update(replicatedJob, change, "template", "spec", "template", "spec");
    }

    /** A container with a mount; one at the same path makes room for it. */
    static Map<String, Object> withMount(Map<String, Object> container, Map<String, Object> mount) {
        List<Object> mounts = new ArrayList<>();
        Tree.objects(container, "volumeMounts").stream()
                .filter(present -> !MountPath.of(present).equals(MountPath.of(mount)))
                .forEach(mounts::add);
        mounts.add(mount);
        return Tree.with(container, "volumeMounts", mounts);
    }

    /** A pod spec with one more volume. */
    static Map<String, Object> withVolume(Map<String, Object> podSpec, Map<String, Object> volume) {
        List<Object> volumes = new ArrayList<>(Tree.list(podSpec, "volumes"));
        volumes.add(volume);
        return Tree.with(podSpec, "volumes", volumes);
    }

    /** A container with a variable that it does not have yet. */
    static Map<String, Object> withVariable(Map<String, Object> container, String name, String value) {
        List<Object> variables = new ArrayList<>(Tree.list(container, "env"));
        Map<String, Object> variable = new LinkedHashMap<>();
        variable.put("name", name);
        variable.put("value", value);
        variables.add(variable);
        return Tree.with(container, "env", variables);
    }

    /** Paths at which volumes are mounted. */
    static final class MountPath {
        private MountPath() {}

        /** Without a slash at the end. */
        static String of(Map<String, Object> mount) {
            return of(Tree.text(mount, "mountPath"));
        }

        /** Without a slash at the end. */
        static String of(String path) {
            return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        }

        /** Whether a path lies at or below that of a mount. */
        static boolean covers(Map<String, Object> mount, String path) {
            String mounted = of(mount);
            return path.equals(mounted) || path.startsWith(mounted.equals("/") ? "/" : mounted + "/");
        }
    }
}

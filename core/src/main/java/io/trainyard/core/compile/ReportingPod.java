package io.trainyard.core.compile;

import io.trainyard.core.apply.Coverage;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.framework.FreeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the pods of a TrainJob get to report: variables, and a volume with token and certificate authority. Pure.
 *
 * @param url where reports go
 * @param audience whom the token is meant for
 * @param trust name of the ConfigMap with the certificate authority
 */
record ReportingPod(String url, String audience, String trust) {
    /** Key of the certificate authority in its ConfigMap, and its file. */
    static final String AUTHORITIES = "ca.crt";

    private static final String VOLUME = "kubeflow-trainer-token";
    private static final String FOLDER = "/var/run/secrets/kubeflow/trainer";
    private static final String TOKEN = "token";
    private static final int TOKEN_SECONDS = 3600;
    private static final String NAME = "name";
    private static final String MOUNTS = "volumeMounts";
    private static final String MOUNT_PATH = "mountPath";

    /** A replicated job that has it beside what its author gave it. Variables of the same name are replaced; volumes and mounts are not. */
    Map<String, Object> addedTo(Map<String, Object> replicatedJob) {
        return Containers.changePod(
                replicatedJob,
                podSpec -> added(podSpec, freeVolume(replicatedJob), freeFolder(replicatedJob), MOUNT_PATH));
    }

    /**
     * Adds it as earlier releases and the stock controller did. A JobSet without mark cannot change, so the result must equal it. With the stock controller the
     * volume takes the place of one of its name, and the mount that of one at its path; with earlier releases the mount takes that of one of the same volume.
     *
     * @param live what there is, as far as it is known
     */
    Map<String, Object> addedAsIn(Map<String, Object> live, Map<String, Object> replicatedJob) {
        return Containers.changePod(replicatedJob, podSpec -> {
            Map<String, Object> byVolume = added(podSpec, VOLUME, FOLDER, NAME);
            return Coverage.covers(PodTrees.podSpec(live), byVolume)
                    ? byVolume
                    : added(podSpec, VOLUME, FOLDER, MOUNT_PATH);
        });
    }

    private Map<String, Object> added(Map<String, Object> podSpec, String volume, String folder, String mountedBy) {
        Map<String, Object> mount = Tree.of(NAME, volume, MOUNT_PATH, folder, "readOnly", true);
        Map<String, Object> changed = Tree.updateEach(podSpec, "containers", container -> {
            List<Object> env = Tree.list(container, "env");
            for (Map.Entry<String, String> variable : variables(folder).entrySet()) {
                env = upsert(env, Tree.of(NAME, variable.getKey(), "value", variable.getValue()), NAME);
            }
            return Tree.with(
                    Tree.with(container, "env", env), MOUNTS, upsert(Tree.list(container, MOUNTS), mount, mountedBy));
        });
        return Tree.with(changed, "volumes", upsert(Tree.list(podSpec, "volumes"), volume(volume), NAME));
    }

    private Map<String, String> variables(String folder) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("KUBEFLOW_TRAINER_SERVER_URL", url);
        variables.put("KUBEFLOW_TRAINER_SERVER_CA_CERT", folder + "/" + AUTHORITIES);
        variables.put("KUBEFLOW_TRAINER_SERVER_TOKEN", folder + "/" + TOKEN);
        return variables;
    }

    private Map<String, Object> volume(String name) {
        Map<String, Object> token = Tree.of("audience", audience, "expirationSeconds", TOKEN_SECONDS, "path", TOKEN);
        Map<String, Object> authorities =
                Tree.of(NAME, trust, "items", List.of(Tree.of("key", AUTHORITIES, "path", AUTHORITIES)));
        return Tree.of(
                NAME,
                name,
                "projected",
                Tree.of("sources", List.of(Tree.of("serviceAccountToken", token), Tree.of("configMap", authorities))));
    }

    /** An item with the same value of a key is replaced where it is. */
    private static List<Object> upsert(List<Object> items, Map<String, Object> item, String key) {
        List<Object> changed = new ArrayList<>(items);
        for (int i = 0; i < changed.size(); i++) {
            if (Tree.text(changed.get(i), key).equals(item.get(key))) {
                changed.set(i, item);
                return changed;
            }
        }
        changed.add(item);
        return changed;
    }

    private static String freeVolume(Map<String, Object> replicatedJob) {
        return FreeName.of(VOLUME, PodTrees.volumeNames(replicatedJob)::contains);
    }

    /** A folder in which no container of the pod has something mounted. */
    private static String freeFolder(Map<String, Object> replicatedJob) {
        return FreeName.of(FOLDER, folder -> PodTrees.containers(replicatedJob).stream()
                .anyMatch(container -> !mountedIn(folder, container).isEmpty()));
    }

    private static Set<String> mountedIn(String folder, Map<String, Object> container) {
        return Tree.objects(container, MOUNTS).stream()
                .map(Containers.MountPath::of)
                .filter(path -> path.equals(folder) || path.startsWith(folder + "/"))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * What the author of a pod should know about names and paths that both use.
     *
     * @param replicatedJob without what is added
     */
    List<CompiledJob.Warning> warnings(Map<String, Object> replicatedJob) {
        String job = Tree.text(replicatedJob, NAME);
        List<CompiledJob.Warning> warnings = new ArrayList<>();
        String volume = freeVolume(replicatedJob);
        if (!volume.equals(VOLUME)) {
            warnings.add(new CompiledJob.Warning(
                    "ReportingRenamed",
                    "replicated job " + job + ": its volume " + VOLUME
                            + " stays as it is; the volume with the token for progress reports is called " + volume));
        }
        String folder = freeFolder(replicatedJob);
        for (Map<String, Object> container : PodTrees.containers(replicatedJob)) {
            String who = "container " + Tree.text(container, NAME) + " of " + job;
            Set<String> mounted = mountedIn(FOLDER, container);
            if (!mounted.isEmpty()) {
                warnings.add(new CompiledJob.Warning(
                        "ReportingRenamed",
                        who + ": its mount at " + String.join(" and ", mounted)
                                + " stays as it is; the token for progress reports is mounted at " + folder
                                + ", as KUBEFLOW_TRAINER_SERVER_TOKEN says"));
            }
            Map<String, String> ours = variables(folder);
            Set<String> replaced = Tree.objects(container, "env").stream()
                    .filter(variable -> ours.containsKey(Tree.text(variable, NAME)))
                    .filter(variable -> !Objects.equals(ours.get(Tree.text(variable, NAME)), variable.get("value")))
                    .map(variable -> Tree.text(variable, NAME))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (!replaced.isEmpty()) {
                warnings.add(new CompiledJob.Warning(
                        CompileWarnings.RESERVED_VARIABLE,
                        who + " keeps the controller's values of " + String.join(", ", replaced)
                                + ", to which progress is reported; with the annotation " + StatusReporting.ANNOTATION
                                + ": \"false\" the TrainJob does without"));
            }
        }
        return List.copyOf(warnings);
    }
}

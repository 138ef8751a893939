package io.trainyard.launcher.submit;

import io.trainyard.core.manifest.TreeConversion;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.program.MpiWords;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a TrainJob has beside what its author wrote, so that its code is there when it starts: volumes, and words before its command that unpack the code
 * and go to its folder. The image needs a shell, and tar or Python. Pure.
 *
 * @param source where the code comes from
 * @param folder that the program starts in, from the code's own; empty for that
 */
record CodeMount(Source source, String folder) {
    /** Key of the archive in its ConfigMap. */
    static final String KEY = "code.tar.gz";

    private static final String MANAGER = "trainyard.dev/submit";
    private static final String STEP = "trainer.kubeflow.org/trainjob-ancestor-step";
    private static final Set<String> INITIALIZERS = Set.of("dataset-initializer", "model-initializer");
    private static final String CODE = "trainyard-code";
    private static final String ARCHIVE = "trainyard-archive";

    private static final String PART = "part-";

    /** What was split is joined and judged first. */
    private static final String JOIN =
            """
              archive=$fresh.tar.gz
              cat %s > "$archive"
              case "`sha256sum < "$archive"`" in
                %s*) ;;
                *) echo "the code has not arrived as it was sent; submit it again" >&2; exit 1 ;;
              esac
            """;

    /** Each pod unpacks once, whoever comes first; several processes of a pod do no harm to each other, nor does one that starts again. */
    private static final String UNPACK =
            """
            set -e
            code=/trainyard/code/folder
            if [ ! -e "$code" ]; then
              fresh=`mktemp -d /trainyard/code/XXXXXX`
            %s  tar -xzpf "$archive" -C "$fresh" 2>/dev/null ||
                `command -v python3 || echo python` -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' "$archive" "$fresh"
            %s  chmod 755 "$fresh"
              ln -sn "$fresh" "$code" 2>/dev/null || rm -rf "$fresh"
            fi
            """;

    private static final String GO = "cd %s\nexec \"$@\"\n";

    /** Where code comes from. */
    sealed interface Source permits Archive, Claim {}

    /**
     * An archive in ConfigMaps.
     *
     * @param configMap name of the first
     * @param parts how many there are; they are called like the first with their number
     * @param checksum SHA-256 of the whole archive, in hexadecimal digits
     */
    record Archive(String configMap, int parts, String checksum) implements Source {
        /** The names of the ConfigMaps, in the order of the parts. */
        List<String> configMaps() {
            return IntStream.rangeClosed(1, parts)
                    .mapToObj(part -> part == 1 ? configMap : configMap + "-" + part)
                    .toList();
        }

        private String unpack() {
            if (parts == 1) {
                return UNPACK.formatted("  archive=/trainyard/archive/" + KEY + "\n", "");
            }
            String files = IntStream.rangeClosed(1, parts)
                    .mapToObj(part -> "/trainyard/archive/" + PART + part)
                    .collect(Collectors.joining(" "));
            return UNPACK.formatted(JOIN.formatted(files, checksum), "  rm -f \"$archive\"\n");
        }

        private Map<String, Object> volume() {
            List<String> names = configMaps();
            if (parts == 1) {
                return Tree.of("name", ARCHIVE, "configMap", Tree.of("name", configMap));
            }
            List<Object> sources = new ArrayList<>();
            for (int part = 1; part <= parts; part++) {
                sources.add(Tree.of(
                        "configMap",
                        Tree.of(
                                "name",
                                names.get(part - 1),
                                "items",
                                List.of(Tree.of("key", KEY, "path", PART + part)))));
            }
            return Tree.of("name", ARCHIVE, "projected", Tree.of("sources", sources));
        }
    }

    /**
     * A volume claim that has the code in it.
     *
     * @param name of the claim
     * @param folder where on it; empty for all of it
     */
    record Claim(String name, String folder) implements Source {}

    /**
     * The TrainJob with the code.
     *
     * @param trainJob as a tree, with a command; not changed
     * @param runtime that it names
     */
    Map<String, Object> addTo(Map<String, Object> trainJob, RuntimeResource runtime) {
        Map<String, Object> job = Tree.update(
                trainJob,
                trainer -> Tree.with(trainer, "command", command(Tree.list(trainer, "command"))),
                "spec",
                "trainer");
        List<Object> patches = new ArrayList<>(Tree.list(trainJob, "spec", "runtimePatches"));
        patches.add(Tree.of(
                "manager",
                MANAGER,
                "trainingRuntimeSpec",
                Tree.of("template", Tree.of("spec", Tree.of("replicatedJobs", replicatedJobs(runtime))))));
        return Tree.update(job, spec -> Tree.with(spec, "runtimePatches", patches), "spec");
    }

    private List<Object> command(List<Object> words) {
        List<String> command = words.stream().map(String::valueOf).toList();
        int start = MpiWords.program(command);
        String script = (source instanceof Archive archive ? archive.unpack() : "set -e\ncode=/trainyard/code\n")
                + GO.formatted(place());
        return Stream.of(
                        command.subList(0, start).stream(),
                        Stream.of("sh", "-c", script, "trainyard"),
                        command.subList(start, command.size()).stream())
                .flatMap(part -> part)
                .map(Object.class::cast)
                .toList();
    }

    private String place() {
        return folder.isEmpty() ? "\"$code\"" : "\"$code\"/'" + folder.replace("'", "'\\''") + "'";
    }

    /** All that train: with MPI, each node runs a part of the program. */
    private List<Object> replicatedJobs(RuntimeResource runtime) {
        List<Object> patched = new ArrayList<>();
        Map<String, Object> tree = TreeConversion.toTree(runtime);
        for (Map<String, Object> job : Tree.objects(tree, "spec", "template", "spec", "replicatedJobs")) {
            boolean fetches = Tree.at(job, "template", "metadata", "labels") instanceof Map<?, ?> labels
                    && INITIALIZERS.contains(String.valueOf(labels.get(STEP)));
            List<Map<String, Object>> containers =
                    Tree.objects(job, "template", "spec", "template", "spec", "containers");
            if (!fetches && !containers.isEmpty()) {
                Map<String, Object> pod = Tree.of(
                        "volumes",
                        volumes(),
                        "containers",
                        List.of(Tree.of("name", container(containers), "volumeMounts", mounts())));
                patched.add(Tree.of(
                        "name",
                        Tree.text(job, "name"),
                        "template",
                        Tree.of("spec", Tree.of("template", Tree.of("spec", pod)))));
            }
        }
        return patched;
    }

    private static String container(List<Map<String, Object>> containers) {
        return containers.stream()
                .map(container -> Tree.text(container, "name"))
                .filter("node"::equals)
                .findFirst()
                .orElseGet(() -> Tree.text(containers.get(0), "name"));
    }

    private List<Object> volumes() {
        if (source instanceof Claim claim) {
            return List.of(Tree.of("name", CODE, "persistentVolumeClaim", Tree.of("claimName", claim.name())));
        }
        return List.of(((Archive) source).volume(), Tree.of("name", CODE, "emptyDir", new LinkedHashMap<>()));
    }

    private List<Object> mounts() {
        Map<String, Object> code = Tree.of("name", CODE, "mountPath", "/trainyard/code");
        if (source instanceof Claim claim) {
            return List.of(claim.folder().isEmpty() ? code : Tree.with(code, "subPath", claim.folder()));
        }
        return List.of(code, Tree.of("name", ARCHIVE, "mountPath", "/trainyard/archive", "readOnly", true));
    }

    /** The TrainJob as an object. */
    static TrainJob object(Map<String, Object> tree) {
        return TreeConversion.toObject(tree, TrainJob.class);
    }
}

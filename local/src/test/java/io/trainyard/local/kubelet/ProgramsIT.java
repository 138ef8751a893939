package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.image.ImageEntry;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.mpi.MpiMode;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which program a container is (LOCAL-61 to LOCAL-66, LOCAL-84). */
final class ProgramsIT {
    @TempDir
    private Path folder;

    private static void program(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void run(Laptop laptop, String name, String path, String... command) {
        laptop.run(
                """
                metadata: {name: %s}
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: none, command: %s, env: [{name: PATH, value: "%s"}]}]
                """
                        .formatted(name, Json.text(List.of(command)), path));
    }

    private static String failure(Laptop laptop, String pod) {
        Map<String, Object> status = laptop.awaitPhase(pod, "Failed");
        return Tree.text(Laptop.state(status, "main"), "terminated", "message");
    }

    @Test
    void pythonIsPython3WhereOnlyThatExists() throws IOException {
        program(folder.resolve("bin/python3"), "echo python3 \"$@\"");
        try (Laptop laptop = new Laptop(folder)) {
            run(laptop, "p", folder.resolve("bin").toString(), "python", "train.py");
            laptop.awaitPhase("p", "Succeeded");
            assertThat(laptop.log("p", "main")).isEqualTo("python3 train.py\n");
        }
    }

    @Test
    @DisplayName(
            "a program is called by the word that was typed, from which some, such as Open MPI's mpirun, draw conclusions (LOCAL-63)")
    void aProgramIsCalledByTheWordThatWasTyped() {
        try (Laptop laptop = new Laptop(folder)) {
            run(laptop, "p", "/usr/bin:/bin", "sh", "-c", "echo $0");
            laptop.awaitPhase("p", "Succeeded");
            assertThat(laptop.log("p", "main")).isEqualTo("sh\n");
        }
    }

    @Test
    void torchrunIsAModuleOfPythonWhereTheProgramIsMissing() throws IOException {
        program(folder.resolve("has/python"), "echo \"$@\"");
        Files.createDirectories(folder.resolve("lacks"));
        try (Laptop laptop = new Laptop(folder)) {
            run(laptop, "has", folder.resolve("has").toString(), "torchrun", "--nnodes=2", "train.py");
            run(laptop, "lacks", folder.resolve("lacks").toString(), "torchrun", "train.py");

            laptop.awaitPhase("has", "Succeeded");
            assertThat(laptop.log("has", "main")).isEqualTo("-m torch.distributed.run --nnodes=2 train.py\n");
            assertThat(failure(laptop, "lacks"))
                    .contains(
                            "torchrun",
                            "no such program",
                            folder.resolve("lacks").toString());
        }
    }

    @Test
    void aCommandInOneElementIsExplained() {
        try (Laptop laptop = new Laptop(folder)) {
            run(laptop, "one", "/usr/bin:/bin", "echo 'a b' c");
            assertThat(failure(laptop, "one")).contains("element of command with spaces");
        }
    }

    @Test
    @DisplayName(
            "programs of TrainJobs are told where to report, and have a token as most clients want one, unless they say it themselves; others are not (SSRV-75)")
    void programsAreToldWhereToReport() {
        String pod =
                """
                metadata: {name: %s, labels: {%s: bert}}
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: none, command: [sh, -c, 'echo $KUBEFLOW_TRAINER_SERVER_URL; test -z "$KUBEFLOW_TRAINER_SERVER_TOKEN" || cat $KUBEFLOW_TRAINER_SERVER_TOKEN']%s}]
                """;
        try (Laptop laptop =
                new Laptop(folder, options -> options.reportingTo(() -> java.util.Optional.of("http://127.0.0.1:7")))) {
            laptop.run(pod.formatted("one", "jobset.sigs.k8s.io/jobset-name", ""));
            laptop.run(pod.formatted(
                    "own",
                    "jobset.sigs.k8s.io/jobset-name",
                    ", env: [{name: KUBEFLOW_TRAINER_SERVER_URL, value: mine}]"));
            laptop.run(pod.formatted("other", "app", ""));
            for (String name : List.of("one", "own", "other")) {
                laptop.awaitPhase(name, "Succeeded");
            }

            assertThat(laptop.log("one", "main"))
                    .isEqualTo(
                            "http://127.0.0.1:7/apis/trainer.kubeflow.org/v1alpha1/namespaces/default/trainjobs/bert/status\nnone-is-needed-here");
            assertThat(laptop.log("own", "main")).isEqualTo("mine\nnone-is-needed-here");
            assertThat(laptop.log("other", "main")).isEqualTo("\n");
        }
    }

    @Test
    @DisplayName(
            "an image alone is no program here: its pod fails at once with the reason of a kubelet, and the event says what to do (LOCAL-61)")
    void anImageAloneIsNoProgram() {
        try (Laptop laptop = new Laptop(folder)) {
            // As kubectl run makes it.
            laptop.run(
                    "{metadata: {name: web}, spec: {restartPolicy: Always, containers: [{name: main, image: nginx}]}}");

            Map<String, Object> status = laptop.awaitPhase("web", "Failed");

            Map<String, Object> end = Tree.child(Laptop.state(status, "main"), "terminated");
            assertThat(end).containsEntry("reason", "CreateContainerError").containsEntry("exitCode", 128L);
            String message = Tree.text(end, "message");
            assertThat(message)
                    .startsWith("container main has no command, and what its image nginx would run is unknown")
                    .contains("with kubectl run: --command -- PROGRAM", "--executor docker");
            assertThat(status).containsEntry("reason", "CreateContainerError").containsEntry("message", message);
            assertThat(laptop.awaitEvent("web", "Failed")).isEqualTo(message);
        }
    }

    @Test
    void anEntryOfTheImageMapStandsForTheImage() {
        ImageEntry entry = new ImageEntry(
                "*/trainer",
                List.of("echo", "entry"),
                List.of("default"),
                Map.of("LEVEL", "2"),
                "",
                java.util.Optional.empty());
        try (Laptop laptop = new Laptop(
                folder,
                options -> options.withPrograms(
                        Settings.programs(ExecutorKind.process, List.of(entry), InitializerOptions.DEFAULT)))) {
            laptop.run(
                    "{metadata: {name: plain}, spec: {restartPolicy: Never, containers: [{name: main, image: 'x/trainer:1'}]}}");
            laptop.run(
                    "{metadata: {name: args}, spec: {restartPolicy: Never, containers: [{name: main, image: 'x/trainer:1', args: [own]}]}}");
            laptop.awaitPhase("plain", "Succeeded");
            laptop.awaitPhase("args", "Succeeded");
            assertThat(laptop.log("plain", "main")).isEqualTo("entry default\n");
            assertThat(laptop.log("args", "main")).isEqualTo("entry own\n");
        }
    }

    @Test
    @DisplayName(
            "the program that fetches runs on the Python of this machine, and gets its folders as they are here, so that it can link files of a cache (INIT-90)")
    void anInitializerGetsTheFoldersOfThisMachine() throws IOException {
        Path library = Files.createDirectories(folder.resolve("library/trainyard_initializer"))
                .getParent();
        Files.writeString(
                library.resolve("trainyard_initializer/__main__.py"),
                """
                import os, sys
                target = os.environ["TARGET_PATH"]
                os.makedirs(target)
                open(os.path.join(os.environ["CACHE_PATH"], "file"), "w").close()
                os.link(os.path.join(os.environ["CACHE_PATH"], "file"), os.path.join(target, "file"))
                print(sys.argv[1:], os.environ["STORAGE_URI"], os.listdir(os.path.join(os.environ["PVC_ROOT"], "data")))
                open(os.environ["TERMINATION_LOG"], "w").write("fetched")
                sys.exit(4)
                """);
        Path cache = Files.createDirectories(folder.resolve("cache"));
        Files.createDirectories(folder.resolve("claimed/part"));
        InitializerOptions options = new InitializerOptions(Optional.of(library), Optional.of(cache), Optional.empty());
        String pod =
                """
                metadata: {name: fetch}
                spec:
                  restartPolicy: OnFailure
                  volumes: [{name: initializer, emptyDir: {}}, {name: source, persistentVolumeClaim: {claimName: data}}]
                  containers:
                  - name: dataset-initializer
                    image: kubeflow/trainer/storage-initializer
                    env: [{name: STORAGE_URI, value: "pvc://data/part"}]
                    volumeMounts: [{name: initializer, mountPath: /workspace}, {name: source, mountPath: /mnt/pvc/data, readOnly: true}]
                """;
        for (boolean namespaces : List.of(false, true)) {
            try (Laptop laptop = new Laptop(
                    folder.resolve("run-" + namespaces),
                    kubelet -> Settings.mounting(
                            Map.of("data", folder.resolve("claimed")),
                            false,
                            false,
                            (namespaces ? Laptop.withNamespaces(kubelet) : kubelet)
                                    .withPrograms(Settings.programs(ExecutorKind.process, List.of(), options))))) {
                laptop.run(pod);
                Map<String, Object> status = laptop.awaitPhase("fetch", "Failed");

                assertThat(laptop.log("fetch", "dataset-initializer"))
                        .isEqualTo("['dataset'] pvc://data/part ['part']\n");
                assertThat(laptop.podFolder("fetch").root().resolve("volumes/initializer/dataset/file"))
                        .exists();
                assertThat(Tree.child(Laptop.state(status, "dataset-initializer"), "terminated"))
                        .containsEntry("exitCode", 4L)
                        .containsEntry("reason", "InitializerError")
                        .containsEntry("message", "fetched");
                assertThat(Laptop.container(status, "dataset-initializer"))
                        .as("it would end in the same way again")
                        .containsEntry("restartCount", 0L);
            }
        }
    }

    @Test
    void aProgramWithAMountPathInItsCodeIsToldWhatToDo() {
        String pod =
                """
                metadata: {name: coded}
                spec:
                  restartPolicy: Never
                  volumes: [{name: data, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    command: [python3, -c, "p = '/' + 'trainyard-test-mount'; open(p + '/x', 'w').close()"]
                    volumeMounts: [{name: data, mountPath: /trainyard-test-mount}]
                """;
        try (Laptop laptop = new Laptop(folder)) {
            laptop.run(pod);
            laptop.awaitPhase("coded", "Failed");
            assertThat(laptop.awaitEvent("coded", "PathsRewritten"))
                    .contains("/trainyard-test-mount", "--link-mounts", "TRAINYARD_MOUNT_");
        }
    }

    @Test
    void mountPathsBecomeLinksWhileAPodUsesThem() {
        Path link = folder.resolve("mounted");
        String pod =
                """
                metadata: {name: linked}
                spec:
                  restartPolicy: Never
                  volumes: [{name: data, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    command: [python3, -c, "import os; p = '%s' + '/mounted'; open(p + '/x', 'w').close(); print(os.readlink(p))"]
                    volumeMounts: [{name: data, mountPath: %s}]
                """
                        .formatted(folder, link);
        try (Laptop laptop =
                new Laptop(folder.resolve("run"), options -> Settings.mounting(Map.of(), false, true, options))) {
            laptop.run(pod);
            laptop.awaitPhase("linked", "Succeeded");
            assertThat(laptop.log("linked", "main").strip()).endsWith("volumes/data");
            assertThat(laptop.podFolder("linked").root().resolve("volumes/data/x"))
                    .exists();
        }
        assertThat(link).doesNotExist();
    }

    @Test
    void variablesOfTheUserAreHandedOnOnlyWhenAskedFor() {
        String pod =
                """
                metadata: {name: vars}
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: none, command: [sh, -c, 'echo "${SECRET_OF_USER-unset} ${OWN-unset} $LEVEL"'], env: [{name: LEVEL, value: low}]}]
                """;
        Map<String, String> user = Map.of("SECRET_OF_USER", "x", "OWN", "y");
        try (Laptop laptop = new Laptop(
                folder,
                options -> options.withPrograms(new ProgramOptions(
                        ExecutorKind.process,
                        List.of(),
                        Optional.empty(),
                        Set.of("OWN"),
                        Map.of("LEVEL", "high"),
                        Optional.of(List.of()),
                        false,
                        MpiMode.collapse,
                        InitializerOptions.DEFAULT)),
                user)) {
            laptop.run(pod);
            laptop.awaitPhase("vars", "Succeeded");
            assertThat(laptop.log("vars", "main")).isEqualTo("unset y high\n");
        }
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.image.InitializerOptions;
import io.trainyard.local.kubelet.options.ExecutorKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Containers by way of an engine's command line (LOCAL-60), with a script that plays the engine: there is none where the tests run. */
final class EngineIT {
    /** Runs what it is asked to run as a process, keeps its id in a file of the container's name, and writes down every call. */
    private static final String DOCKER =
            """
            #!/bin/bash
            state=%s
            echo "$*" >> "$state/calls"
            verb=$1; shift
            case "$verb" in
              version) [ -e "$state/down" ] && { echo "Cannot connect to the daemon" >&2; exit 1; }; echo 27.0 ;;
              network) ;;
              image) [ "${!#}" = present:1 ] ;;
              pull) echo "manifest for $1 not found" >&2; exit 1 ;;
              ps) ;;
              rm) for name in "$@"; do [ -e "$state/$name" ] && { kill -9 -- "-$(cat "$state/$name")"; rm -f "$state/$name"; } 2>/dev/null; done; true ;;
              kill) kill -s "$2" -- "-$(cat "$state/$3")" ;;
              exec) shift; exec "$@" ;;
              run)
                entrypoint=() detached=
                while :; do
                  case "$1" in
                    --rm) shift ;;
                    --detach) detached=1; shift ;;
                    --name) name=$2; shift 2 ;;
                    --entrypoint) entrypoint=("$2"); shift 2 ;;
                    --env) case "$2" in *=*) export "$2" ;; esac; shift 2 ;;
                    --env-file) while IFS= read -r line; do export "$line"; done < "$2"; shift 2 ;;
                    --workdir) cd "$2"; shift 2 ;;
                    --*) shift 2 ;;
                    *) break ;;
                  esac
                done
                shift
                if [ -n "$detached" ]; then echo id; exit 0; fi
                setsid "${entrypoint[@]}" "$@" &
                echo $! > "$state/$name"
                trap 'kill -9 -- "-$!"' TERM
                wait $!; code=$?
                rm -f "$state/$name"
                exit $code ;;
            esac
            """;

    @TempDir
    private Path folder;

    private Path state;

    @BeforeEach
    void makeEngine() throws IOException {
        state = Files.createDirectories(folder.resolve("state"));
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("docker");
        Files.writeString(program, DOCKER.formatted(state));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Laptop laptop(String path) {
        return new Laptop(
                folder.resolve("run"),
                options -> Settings.withMaxGrace(Duration.ofSeconds(2), options)
                        .withPrograms(Settings.programs(ExecutorKind.docker, List.of(), InitializerOptions.DEFAULT)),
                Map.of("PATH", path));
    }

    private Laptop laptop() {
        return laptop(folder.resolve("bin") + ":" + System.getenv("PATH"));
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(state.resolve("calls"));
    }

    private static final String POD =
            """
            metadata: {name: %s}
            spec:
              restartPolicy: Never
              containers:
              - name: main
                image: %s
                imagePullPolicy: IfNotPresent
                command: [sh, -c]
                args: [%s]
                env: [{name: LEVEL, value: high}]
            """;

    @Test
    void podsRunAndEndAsContainers() throws IOException {
        try (Laptop laptop = laptop()) {
            laptop.run(POD.formatted("ok", "present:1", "'echo $LEVEL; exit 3'"));

            Map<String, Object> status = laptop.awaitPhase("ok", "Failed");

            assertThat(laptop.log("ok", "main")).isEqualTo("high\n");
            Map<String, Object> end = Tree.child(Laptop.state(status, "main"), "terminated");
            assertThat(end).containsEntry("exitCode", 3L);
            assertThat(Tree.text(end, "containerID")).startsWith("docker://trainyard-");
            assertThat(Tree.text(status, "podIP")).startsWith("10.");
        }
        assertThat(calls())
                .anyMatch(call -> call.startsWith("network create"))
                .last()
                .asString()
                .startsWith("network rm");
    }

    @Test
    void aDeletedPodIsStoppedAndKilledAfterItsGracePeriod() throws IOException {
        try (Laptop laptop = laptop()) {
            laptop.run(
                    POD.formatted("stubborn", "present:1", "\"trap '' TERM; echo up; while :; do sleep 0.1; done\""));
            laptop.awaitLog("stubborn", "main", "up");

            laptop.delete("stubborn");

            Awaitility.await("end of the pod").atMost(Duration.ofSeconds(20)).until(() -> !laptop.exists("stubborn"));
        }
        assertThat(calls())
                .anyMatch(call -> call.startsWith("kill --signal TERM trainyard-"))
                .anyMatch(call -> call.startsWith("kill --signal KILL trainyard-"));
    }

    @Test
    void anImageThatCannotBePulledFailsItsPodWithWhatTheEngineSays() {
        try (Laptop laptop = laptop()) {
            laptop.run(POD.formatted("typo", "missing:1", "\"true\""));

            Map<String, Object> status = laptop.awaitPhase("typo", "Failed");

            assertThat(Tree.text(Laptop.state(status, "main"), "terminated", "message"))
                    .contains("image missing:1 cannot be pulled", "manifest for missing:1 not found");
        }
    }

    @Test
    @DisplayName("an image is never taken for an option of the engine, which could mount the whole machine (LOCAL-102)")
    void anImageIsNoOption() throws IOException {
        try (Laptop laptop = laptop()) {
            laptop.run(POD.formatted("option", "-h", "--privileged"));

            Map<String, Object> status = laptop.awaitPhase("option", "Failed");

            assertThat(Tree.text(Laptop.state(status, "main"), "terminated", "message"))
                    .contains("image \"-h\" is no name of an image");
        }
        assertThat(calls()).noneMatch(call -> call.matches("(image|pull|run) .*"));
    }

    @Test
    void aMissingProgramAndASilentEngineAreClearErrors() throws IOException {
        assertThatThrownBy(() -> laptop(folder.resolve("nothing").toString()))
                .hasRootCauseMessage(
                        "--executor docker: there is no program docker on the PATH; install it, or use --executor process");
        Files.createFile(state.resolve("down"));
        assertThatThrownBy(this::laptop)
                .hasRootCauseMessage("--executor docker: the engine does not answer: Cannot connect to the daemon");
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is left behind, however a pod ends (POD-11, LOCAL-81, trap 18). */
final class StopsIT {
    private Laptop laptop;

    @BeforeEach
    void start(@TempDir Path folder) {
        laptop = new Laptop(folder, options -> Settings.withMaxGrace(Duration.ofSeconds(2), options));
    }

    @AfterEach
    void stop() {
        laptop.close();
    }

    private long numberInLog(String pod) {
        return Long.parseLong(
                laptop.awaitLog(pod, "main", "\n").strip().lines().findFirst().orElseThrow());
    }

    private static void awaitEnd(long process) {
        Awaitility.await("end of process " + process)
                .atMost(Duration.ofSeconds(20))
                .until(() ->
                        ProcessHandle.of(process).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void aDeletedPodHasItsWholeProcessGroupEnded() {
        laptop.runOnce("group", "sleep 600 & echo $!; wait");
        long child = numberInLog("group");

        laptop.delete("group");

        awaitEnd(child);
    }

    @Test
    void aProgramThatIgnoresTheRequestToEndIsKilledAfterTheGracePeriod() {
        laptop.runOnce("stubborn", "trap '' TERM; echo $$$$; while true; do sleep 0.1; done");
        long program = numberInLog("stubborn");

        laptop.delete("stubborn");

        awaitEnd(program);
    }

    @Test
    void childrenInSessionsOfTheirOwnEndWithTheirParent() {
        laptop.runOnce("daemon", "setsid sleep 600 & echo $!; sleep 0.2; exit 0");
        long child = numberInLog("daemon");

        laptop.awaitPhase("daemon", "Succeeded");

        awaitEnd(child);
    }

    @Test
    void aPodBeyondItsDeadlineFails() {
        laptop.run(
                """
                metadata: {name: slow}
                spec:
                  restartPolicy: Never
                  activeDeadlineSeconds: 1
                  containers:
                  - {name: main, image: none, command: [sleep, "600"]}
                """);

        Map<String, Object> status = laptop.awaitPhase("slow", "Failed");

        assertThat(status).containsEntry("reason", "DeadlineExceeded");
        assertThat(Tree.child(Laptop.state(status, "main"), "terminated")).containsEntry("exitCode", 143L);
    }

    @Test
    void sidecarsEndAfterTheMainContainersAndDoNotDecideAnything() {
        laptop.run(
                """
                metadata: {name: helped}
                spec:
                  restartPolicy: Never
                  initContainers:
                  - {name: helper, image: none, restartPolicy: Always, command: [sh, -c, "trap 'echo bye; exit 7' TERM; echo up; while true; do sleep 0.05; done"]}
                  containers:
                  - {name: main, image: none, command: [sh, -c, "sleep 0.3"]}
                """);

        laptop.awaitPhase("helped", "Succeeded");

        assertThat(laptop.log("helped", "helper")).startsWith("up\n").endsWith("bye\n");
    }

    @Test
    void stoppingTheKubeletEndsEverything() {
        laptop.runOnce("lives", "echo $$$$; sleep 600");
        long program = numberInLog("lives");

        Laptop.await(laptop.kubelet().stop(Duration.ofSeconds(2)));

        awaitEnd(program);
        Map<String, Object> status = Tree.child(laptop.pod("lives"), "status");
        assertThat(status).containsEntry("phase", "Failed").containsEntry("reason", "Shutdown");
        assertThat(Laptop.condition(status, "DisruptionTarget"))
                .containsEntry("status", "True")
                .containsEntry("reason", "TerminationByKubelet");
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThatCode;

import io.trainyard.local.kubelet.options.NetworkMode;
import io.trainyard.local.kubelet.process.UserNamespace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names and mounts as in a container, without an engine (LOCAL-69, mode userns). */
final class UserNamespaceIT {
    @TempDir
    private Path folder;

    @BeforeEach
    void needsNamespaces() {
        assumeThatCode(() -> UserNamespace.in(folder).check()).doesNotThrowAnyException();
    }

    @Test
    void programsSeeTheirHostNameTheNamesOfOthersAndTheirMountPaths() {
        String pod =
                """
                metadata: {name: demo-%1$d, labels: {jobset.sigs.k8s.io/jobset-name: demo}}
                spec:
                  restartPolicy: Never
                  hostname: demo-node-0-%1$d
                  subdomain: demo
                  volumes: [{name: a, emptyDir: {}}, {name: b, emptyDir: {}}]
                  containers:
                  - name: main
                    image: none
                    workingDir: /workspace-of-test
                    env: [{name: FIRST, value: demo-node-0-0.demo}]
                    command: [sh, -c, 'until getent hosts demo-node-0-1.demo >/dev/null; do sleep 0.1; done; uname -n; pwd; echo $FIRST; touch here /usr/share/of-test/deep/there /dev/termination-log; getent hosts demo-node-0-1.demo; ls /usr/share | wc -l; id -u; printf done > /dev/termination-log']
                    volumeMounts: [{name: a, mountPath: /workspace-of-test}, {name: b, mountPath: /usr/share/of-test/deep}]
                """;
        try (Laptop laptop = new Laptop(folder, options -> options.withNetwork(NetworkMode.USERNS))) {
            laptop.run(pod.formatted(0));
            laptop.awaitPod("demo-0", "running", status -> "Running".equals(status.get("phase")));
            laptop.run(pod.formatted(1));
            laptop.awaitPhase("demo-0", "Succeeded");
            laptop.awaitPhase("demo-1", "Succeeded");

            assertThat(laptop.log("demo-0", "main"))
                    .startsWith("demo-node-0-0\n/workspace-of-test\ndemo-node-0-0.demo\n127.")
                    .contains("demo-node-0-1");
            Path volumes = laptop.podFolder("demo-0").root().resolve("volumes");
            assertThat(volumes.resolve("a/here")).exists();
            assertThat(volumes.resolve("b/there")).exists();
            assertThat(laptop.podFolder("demo-0").terminationMessage("main")).hasContent("done");
            assertThat(Files.exists(Path.of("/workspace-of-test"))).isFalse();
            assertThat(Files.exists(Path.of("/usr/share/of-test"))).isFalse();
        }
    }
}

package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.WriteOptions;
import io.trainyard.local.kubelet.options.ExecutorKind;
import io.trainyard.local.kubelet.options.ProgramOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What pods of one machine must not both have: GPUs and ports (LOCAL-71, LOCAL-73). */
final class GpusAndPortsIT {
    private static final String ASKS =
            """
            metadata: {name: %s}
            spec:
              restartPolicy: Never
              containers:
              - name: main
                image: none
                command: [sh, -c, "echo devices=$CUDA_VISIBLE_DEVICES; %s"]
                resources: {limits: {nvidia.com/gpu: %d}}
            """;

    private static Laptop withTwoCards(Path folder) throws IOException {
        Path programs = Files.createDirectories(folder.resolve("bin"));
        Path program = Files.writeString(
                programs.resolve("nvidia-smi"),
                "#!/bin/sh\n[ \"$1\" = -L ] && printf 'GPU 0: Fake (UUID: GPU-a)\\nGPU 1: Fake (UUID: GPU-b)\\n'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return detecting(folder, Map.of("PATH", programs + ":" + System.getenv("PATH")));
    }

    private static Laptop detecting(Path folder, Map<String, String> variables) {
        return new Laptop(
                folder,
                options -> options.withPrograms(new ProgramOptions(
                        ExecutorKind.process,
                        List.of(),
                        Optional.empty(),
                        java.util.Set.of(),
                        Map.of(),
                        Optional.empty(),
                        false,
                        io.trainyard.local.kubelet.mpi.MpiMode.collapse,
                        io.trainyard.local.kubelet.image.InitializerOptions.DEFAULT)),
                variables);
    }

    @Test
    void podsHaveGpusOfTheirOwnAndTheNextOneWaitsForThem(@TempDir Path folder) throws IOException {
        try (Laptop laptop = withTwoCards(folder)) {
            laptop.run(ASKS.formatted("a", "sleep 600", 1));
            laptop.run(ASKS.formatted("b", "sleep 600", 1));
            String first = laptop.awaitLog("a", "main", "devices=");
            String second = laptop.awaitLog("b", "main", "devices=");
            assertThat(List.of(first, second)).containsExactlyInAnyOrder("devices=0\n", "devices=1\n");

            laptop.run(ASKS.formatted("c", "true", 1));
            assertThat(laptop.awaitEvent("c", "Failed")).contains("only 0 are free");
            laptop.delete("a");

            laptop.awaitPhase("c", "Succeeded");
            assertThat(laptop.log("c", "main")).isEqualTo(first);
            assertThat(Tree.text(
                            Laptop.await(laptop.client().get(Resource.NODES, "", Laptop.NODE)),
                            "status",
                            "capacity",
                            "nvidia.com/gpu"))
                    .isEqualTo("2");
        }
    }

    @Test
    void aPodWithoutGpusSeesNone(@TempDir Path folder) throws IOException {
        try (Laptop laptop = withTwoCards(folder)) {
            laptop.run(ASKS.formatted("none", "true", 0));
            laptop.run(ASKS.formatted("many", "true", 8));

            laptop.awaitPhase("none", "Succeeded");
            laptop.awaitPhase("many", "Succeeded");

            assertThat(laptop.log("none", "main")).isEqualTo("devices=\n");
            assertThat(laptop.log("many", "main")).isEqualTo("devices=0,1\n");
            assertThat(laptop.eventReasons("many")).contains("InsufficientGPUs");
        }
    }

    @Test
    void withoutGpusNothingIsSaidOfThem(@TempDir Path folder) throws IOException {
        try (Laptop laptop = detecting(folder, Map.of("PATH", "/usr/bin:/bin"))) {
            laptop.run(
                    """
                    metadata: {name: none}
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: none, command: [sh, -c, "echo ${CUDA_VISIBLE_DEVICES-absent}"]}]
                    """);

            laptop.awaitPhase("none", "Succeeded");

            assertThat(laptop.log("none", "main")).isEqualTo("absent\n");
        }
    }

    @Test
    void aTakenPortIsReplacedInAllPodsOfAJobAndItsOwnerIsTold(@TempDir Path folder) throws IOException {
        try (Laptop laptop = new Laptop(folder);
                ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(10110));
            Map<String, Object> job = Laptop.await(laptop.client()
                    .create(
                            Resource.JOBS,
                            Tree.object(
                                    Yaml.parse(
                                            """
                                            metadata: {name: demo, namespace: default}
                                            spec: {template: {spec: {restartPolicy: Never, containers: [{name: main, image: none}]}}}
                                            """)),
                            WriteOptions.DEFAULT));
            String pod =
                    """
                    metadata:
                      name: demo-%1$d
                      labels: {jobset.sigs.k8s.io/jobset-name: demo}
                      ownerReferences: [{apiVersion: batch/v1, kind: Job, name: demo, uid: %2$s, controller: true}]
                    spec:
                      restartPolicy: Never
                      hostname: demo-node-0-%1$d
                      subdomain: demo
                      containers:
                      - name: main
                        image: none
                        ports: [{containerPort: 10110}]
                        env: [{name: PET_MASTER_PORT, value: "10110"}, {name: PLAIN, value: "10110"}]
                        command: [sh, -c, 'echo "$PET_MASTER_PORT $PLAIN" --rdzv_endpoint=demo-node-0-0.demo:10110 count=10110']
                    """;
            String uid = Tree.text(job, "metadata", "uid");
            laptop.run(pod.formatted(0, uid));
            laptop.run(pod.formatted(1, uid));

            laptop.awaitPhase("demo-0", "Succeeded");
            laptop.awaitPhase("demo-1", "Succeeded");

            String line = laptop.log("demo-0", "main");
            String port = line.substring(0, line.indexOf(' '));
            assertThat(port).isNotEqualTo("10110");
            assertThat(line).matches(port + " 10110 --rdzv_endpoint=127[.0-9]+:" + port + " count=10110\n");
            assertThat(laptop.log("demo-1", "main")).isEqualTo(line);
            assertThat(laptop.awaitEvent("demo", "LocalPortRemapped")).contains("10110", port);
        }
    }

    @Test
    void theAddressOfAServerOfTheUserArrivesAsItIsWritten(@TempDir Path folder) throws IOException {
        try (Laptop laptop = new Laptop(folder);
                ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress("127.0.0.1", 10113));
            laptop.run(
                    """
                    metadata: {name: client}
                    spec:
                      restartPolicy: Never
                      containers:
                      - name: main
                        image: none
                        env: [{name: TRACKING, value: "http://127.0.0.1:10113"}]
                        command: [sh, -c, 'echo "$TRACKING" --s3 127.0.0.1:10113 "$0"']
                        args: ["tcp://127.0.0.1:10113/x"]
                    """);

            laptop.awaitPhase("client", "Succeeded");

            assertThat(laptop.log("client", "main"))
                    .isEqualTo("http://127.0.0.1:10113 --s3 127.0.0.1:10113 tcp://127.0.0.1:10113/x\n");
            assertThat(laptop.eventReasons("client")).doesNotContain("LocalPortRemapped");
        }
    }

    @Test
    void aTakenPortThatNoContainerDeclaresArrivesAsItIsWritten(@TempDir Path folder) throws IOException {
        try (Laptop laptop = new Laptop(folder);
                ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(10114));
            laptop.run(
                    """
                    metadata: {name: plain}
                    spec:
                      restartPolicy: Never
                      hostname: plain-0
                      subdomain: plain
                      containers:
                      - name: main
                        image: none
                        env: [{name: MASTER_PORT, value: "10114"}]
                        command: [sh, -c, 'echo "$MASTER_PORT" --endpoint=plain-0.plain:10114']
                    """);

            laptop.awaitPhase("plain", "Succeeded");

            assertThat(laptop.log("plain", "main")).matches("10114 --endpoint=[-a-z0-9.]+:10114\n");
            assertThat(laptop.eventReasons("plain")).doesNotContain("LocalPortRemapped");
        }
    }

    @Test
    void aFreePortKeepsItsNumber(@TempDir Path folder) {
        try (Laptop laptop = new Laptop(folder)) {
            laptop.run(
                    """
                    metadata: {name: free}
                    spec:
                      restartPolicy: Never
                      containers: [{name: main, image: none, ports: [{containerPort: 10111}], env: [{name: MASTER_PORT, value: "10111"}], command: [sh, -c, "echo $MASTER_PORT"]}]
                    """);

            laptop.awaitPhase("free", "Succeeded");

            assertThat(laptop.log("free", "main")).isEqualTo("10111\n");
        }
    }

    @Test
    void ofTwoRunsAtTheSameTimeTheSecondGetsAnotherPortAlsoBeforeTheFirstListens(
            @TempDir Path first, @TempDir Path second) {
        String pod =
                """
                metadata: {name: early}
                spec:
                  restartPolicy: Never
                  containers: [{name: main, image: none, ports: [{containerPort: 10112}], env: [{name: MASTER_PORT, value: "10112"}], command: [sh, -c, "echo $MASTER_PORT; %s"]}]
                """;
        try (Laptop one = new Laptop(first);
                Laptop other = new Laptop(second)) {
            one.run(pod.formatted("exec sleep 600"));
            one.awaitLog("early", "main", "10112\n");

            other.run(pod.formatted("true"));
            other.awaitPhase("early", "Succeeded");

            assertThat(other.log("early", "main")).matches("[0-9]+\n").isNotEqualTo("10112\n");
        }
    }
}

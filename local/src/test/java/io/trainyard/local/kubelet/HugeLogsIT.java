package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that write more than there is room for. */
final class HugeLogsIT {
    @TempDir
    private Path folder;

    @Test
    void aLogThatGrowsAndGrowsIsCutWhileItsProgramRunsOn() throws IOException {
        long largest = 1 << 20;
        try (Laptop laptop = new Laptop(folder, options -> Settings.withMaxLogBytes(largest, options))) {
            laptop.runOnce("chatty", "yes 0123456789012345678901234567890123456789 & sleep 600");
            Path old = laptop.podFolder("chatty").log("main").resolveSibling("main.log.old");

            // The old log is being copied when it appears.
            Awaitility.await("a cut")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> Files.exists(old) && Files.size(old) > largest);
            Map<String, Object> status = Tree.child(laptop.pod("chatty"), "status");

            assertThat(Tree.text(status, "phase")).isEqualTo("Running");
            laptop.delete("chatty");
            Awaitility.await("end").atMost(Duration.ofSeconds(20)).until(() -> !laptop.exists("chatty"));
        }
    }

    @Test
    void aFullDiskFailsPodsWithItsReasonAndHangsNothing() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder)) {
            try (Laptop laptop =
                    new Laptop(disk.path(), options -> Settings.givingUpAfter(Duration.ofSeconds(2), options))) {
                laptop.runOnce("writes", "echo begin; head -c 3000000 /dev/zero; echo code $? >&2; exit 7");
                Map<String, Object> writes = laptop.awaitPhase("writes", "Failed");
                assertThat(Tree.integer(0, Laptop.state(writes, "main"), "terminated", "exitCode"))
                        .isEqualTo(7);
                assertThat(laptop.log("writes", "main")).startsWith("begin\n");

                disk.fill();
                laptop.runOnce("next", "echo hello");
                Map<String, Object> next = laptop.awaitPhase("next", "Failed");
                assertThat(Tree.text(next, "message")).contains("No space left on device");
            }
        }
    }

    /** A file system of a megabyte, in a mount namespace of its own that is seen by way of /proc. */
    private record SmallDisk(Process holder, Path path) implements AutoCloseable {
        static SmallDisk mount(Path folder) throws IOException {
            Path point = Files.createDirectories(folder.resolve("small"));
            Process holder = new ProcessBuilder(
                            "unshare",
                            "--user",
                            "--map-root-user",
                            "--mount",
                            "sh",
                            "-c",
                            "mount -t tmpfs -o size=1m tmpfs \"$1\" && echo ready && exec sleep 600",
                            "sh",
                            point.toString())
                    .start();
            int answer = holder.getInputStream().read();
            assumeThat(answer).as("users may have mounts of their own here").isEqualTo('r');
            return new SmallDisk(holder, Path.of("/proc/" + holder.pid() + "/root" + point));
        }

        /** Takes what an ended program has given back. */
        void fill() throws IOException {
            byte[] page = new byte[4096];
            try (OutputStream rest = Files.newOutputStream(path.resolve("rest"))) {
                assertThatThrownBy(() -> {
                            for (long bytes = 0; bytes < 1 << 20; bytes += page.length) {
                                rest.write(page);
                            }
                        })
                        .hasMessageContaining("No space left on device");
            }
        }

        @Override
        public void close() throws InterruptedException {
            holder.destroyForcibly().waitFor();
        }
    }
}

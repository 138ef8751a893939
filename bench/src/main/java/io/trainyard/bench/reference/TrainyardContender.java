package io.trainyard.bench.reference;

import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Our controller: the built distribution, in as much memory as its container is given. */
final class TrainyardContender implements Contender {
    private static final int FIRST_COMMAND_SECONDS = 180;
    private static final int GROUP_ENDS_SECONDS = 10;

    private final TestCluster cluster;
    private final Plan plan;
    private final Path folder;
    private final Optional<MemoryLimit> memory;
    private final Path program;
    private final ControllerProcess.Settings settings;
    private @Nullable ControllerProcess running;
    private @Nullable WebhookConfigurations webhooks;

    private TrainyardContender(
            TestCluster cluster, Plan plan, Path folder, Optional<MemoryLimit> memory, Path program) {
        this.cluster = cluster;
        this.plan = plan;
        this.folder = folder;
        this.memory = memory;
        this.program = program;
        this.settings = settings(plan.limits());
    }

    private static ControllerProcess.Settings settings(Limits limits) {
        int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        String text =
                """
                apiVersion: config.trainer.kubeflow.org/v1alpha1
                kind: Configuration
                metrics: {bindAddress: "0"}
                health: {healthProbeBindAddress: "127.0.0.1:0"}
                leaderElection: {leaderElect: true, resourceName: trainer.kubeflow.org}
                webhook: {port: %d}
                """
                                .formatted(port)
                        + limits.section();
        return new ControllerProcess.Settings(text, port);
    }

    /**
     * Prepares its start.
     *
     * @param folder an empty folder for its configuration and its log
     */
    static TrainyardContender prepare(TestCluster cluster, Plan plan, Path folder) {
        if (!Files.isExecutable(plan.program())) {
            throw new IllegalStateException(plan.program() + " is missing; mvn package -pl launcher -am makes it");
        }
        archiveClasses(plan.program());
        cluster.installCustomResourceDefinitions(plan.root().resolve("deploy/crds"));
        Optional<MemoryLimit> memory = MemoryLimit.of(plan.memory());
        try {
            Path program = Files.writeString(folder.resolve("start"), script(plan, memory));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            return new TrainyardContender(cluster, plan, folder, memory, program);
        } catch (IOException e) {
            memory.ifPresent(MemoryLimit::close);
            throw new UncheckedIOException(e);
        }
    }

    /** The first command after a build makes an archive of classes, which an image has from the start. */
    private static void archiveClasses(Path program) {
        try {
            Process first = new ProcessBuilder(program.toString(), "version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!first.waitFor(FIRST_COMMAND_SECONDS, TimeUnit.SECONDS) || first.exitValue() != 0) {
                first.destroyForcibly();
                throw new IllegalStateException(program + " version failed, or took too long");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an archive of classes was made", e);
        }
    }

    /** Where the kernel cannot limit it, Java is told how much there is, and makes its heap as large as it would in the container. */
    private static String script(Plan plan, Optional<MemoryLimit> memory) {
        String limit = memory.map(group -> "echo $$ >'" + group.processes() + "' || exit 1\n")
                .orElse("");
        String told = memory.isPresent() ? "" : "-XX:MaxRAM=" + plan.memory() + "m ";
        return "#!/bin/sh\n" + limit + "export TRAINYARD_JAVA_OPTS='" + told + plan.javaOptions() + "'\nexec '"
                + plan.program() + "' \"$@\"\n";
    }

    @Override
    public String title() {
        return "Trainyard";
    }

    @Override
    public String circumstances() {
        return "Java " + Runtime.version().feature() + ", options of bin/trainyard"
                + (plan.javaOptions().isEmpty() ? "" : " and " + plan.javaOptions()) + "; " + plan.memory() + " MiB "
                + (memory.isPresent() ? "by the kernel (control group)" : "by -XX:MaxRAM, not enforced")
                + "; certificates of its own; metrics off";
    }

    @Override
    public Duration start() {
        long begin = System.nanoTime();
        ControllerProcess started =
                ControllerProcess.startConfigured(program, folder, cluster.subjectKubeconfig(), settings);
        Duration ready = Duration.ofNanos(System.nanoTime() - begin);
        running = started;
        if (webhooks == null) {
            // They stay while it is restarted: in a cluster, its Service keeps its address.
            webhooks = WebhookConfigurations.install(
                    cluster, plan.root().resolve("deploy/webhooks"), settings.webhookPort());
        }
        webhooks.awaitAuthority();
        return ready;
    }

    @Override
    public Path log() {
        return folder.resolve("controller.log");
    }

    @Override
    public ProcessHandle process() {
        return required().process().toHandle();
    }

    @Override
    public void stop() {
        try {
            required().stop();
            running = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Trainyard ended", e);
        }
    }

    private ControllerProcess required() {
        ControllerProcess process = running;
        if (process == null) {
            throw new IllegalStateException("Trainyard does not run");
        }
        return process;
    }

    @Override
    public void close() {
        ControllerProcess ending = running;
        running = null;
        if (ending != null) {
            ending.close();
            awaitEnd(ending.process());
        }
        memory.ifPresent(MemoryLimit::close);
    }

    private static void awaitEnd(Process process) {
        try {
            process.waitFor(GROUP_ENDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

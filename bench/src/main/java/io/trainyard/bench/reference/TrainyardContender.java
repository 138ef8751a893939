package io.trainyard.bench.reference;

import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.LimitedProgram;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    private final LimitedProgram program;
    private final String java;
    private final ControllerProcess.Settings settings;
    private @Nullable ControllerProcess running;
    private @Nullable WebhookConfigurations webhooks;

    private TrainyardContender(TestCluster cluster, Plan plan, Path folder, LimitedProgram program, String java) {
        this.cluster = cluster;
        this.plan = plan;
        this.folder = folder;
        this.program = program;
        this.java = java;
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
        String java = javaOf(plan.program());
        cluster.installCustomResourceDefinitions(plan.root().resolve("deploy/crds"));
        LimitedProgram program = LimitedProgram.of(plan.program(), folder, plan.memory(), plan.javaOptions());
        return new TrainyardContender(cluster, plan, folder, program, java);
    }

    /** What it says of its Java. The first command after a build also makes an archive of classes, which an image has from the start. */
    private static String javaOf(Path program) {
        try {
            Process first = new ProcessBuilder(program.toString(), "version")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(first.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!first.waitFor(FIRST_COMMAND_SECONDS, TimeUnit.SECONDS) || first.exitValue() != 0) {
                throw new IllegalStateException(program + " version failed: " + output);
            }
            return output.lines()
                    .filter(line -> line.startsWith("java "))
                    .map(line -> "Java " + line.substring("java ".length()).strip())
                    .findFirst()
                    .orElse("a Java that it does not name");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while an archive of classes was made", e);
        }
    }

    @Override
    public String title() {
        return "Trainyard";
    }

    @Override
    public String circumstances() {
        return java + ", options of bin/trainyard"
                + (plan.javaOptions().isEmpty() ? "" : " and " + plan.javaOptions()) + "; " + plan.memory() + " MiB "
                + (program.isEnforced() ? "by the kernel (control group)" : "by -XX:MaxRAM, not enforced")
                + "; certificates of its own; metrics off";
    }

    @Override
    public Duration start() {
        long begin = System.nanoTime();
        ControllerProcess started =
                ControllerProcess.startConfigured(program.path(), folder, cluster.subjectKubeconfig(), settings);
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
        program.close();
    }

    private static void awaitEnd(Process process) {
        try {
            process.waitFor(GROUP_ENDS_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

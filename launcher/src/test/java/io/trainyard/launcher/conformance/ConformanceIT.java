package io.trainyard.launcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.AddOn;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance cases, rendered and live on the real control plane. All must pass. Where the folder is comes from {@code -Dconformance.cases}.
 *
 * <p>JobSets can change in size there. Where they cannot, the controller learns it from one case, and those after it rightly get no autoscaler.
 */
@RealCluster(
        customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"},
        addOns = AddOn.ELASTIC_JOBSET)
final class ConformanceIT {
    private Path folder;

    @BeforeEach
    void findCases() {
        String configured = System.getProperty(ConformanceRun.CASES_PROPERTY, "");
        boolean required = Boolean.getBoolean(ConformanceRun.REQUIRED_PROPERTY);
        boolean there = !configured.isEmpty() && Files.isRegularFile(Path.of(configured, "run.py"));
        if (required) {
            assertThat(there)
                    .as("-D%s=%s names the cases", ConformanceRun.CASES_PROPERTY, configured)
                    .isTrue();
        }
        assumeTrue(there, "conformance cases are skipped: -Dconformance.cases names no folder with run.py");
        folder = Path.of(configured);
    }

    @Test
    @DisplayName("render: every case passes")
    void renderedCasesPass() throws IOException {
        ConformanceRun run;
        try (RenderProcess distribution = RenderProcess.start()) {
            run = ConformanceRun.of(
                    folder, Set.of(), Map.of(), "--render", distribution.program() + " render", "--jobs", "2");
        }

        assertThatAllPass("render", run);
        assertThat(run.passed()).hasSizeGreaterThanOrEqualTo(130);
    }

    @Test
    @DisplayName("live: every case passes on a real control plane")
    void liveCasesPass(TestCluster cluster, @TempDir Path files) {
        String path = TestCluster.kubectl().getParent() + ":" + System.getenv("PATH");

        ConformanceRun run;
        // One case has items of a megabyte, which is more than a TrainJob may have by default.
        try (ControllerProcess controller = ControllerProcess.startWith(
                        Distribution.program(),
                        files,
                        cluster.kubeconfig(),
                        "trainyard: {admission: {maxTrainJobKiB: 1024}}\n");
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort())) {
            assertThat(controller.process().isAlive()).isTrue();
            webhooks.awaitAuthority();
            run = ConformanceRun.of(
                    folder,
                    Set.of(),
                    Map.of("PATH", path),
                    "--kubeconfig",
                    cluster.kubeconfig().toString(),
                    "--jobs",
                    "4",
                    "--patience",
                    "2");
        }

        assertThatAllPass("live", run);
        assertThat(run.passed()).hasSizeGreaterThanOrEqualTo(210);
    }

    private static void assertThatAllPass(String mode, ConformanceRun run) {
        System.out.println("conformance " + mode + ": " + run.summary());
        assertThat(run.failed()).as(run.output()).isEmpty();
    }
}

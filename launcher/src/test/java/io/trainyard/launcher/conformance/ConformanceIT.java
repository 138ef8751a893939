package io.trainyard.launcher.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The conformance cases, rendered and live on the real control plane. Cases that do not pass yet are listed with their reasons in {@code
 * conformance/not-yet-*.txt}, and printed; every other case must pass. Where the folder is comes from {@code -Dconformance.cases}.
 */
@RealCluster(customResourceDefinitions = {"../deploy/crds", "src/test/resources/crds"})
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
    @DisplayName("render: every case passes, but for those that are listed as not yet passing")
    void renderedCasesPass() {
        Runner render = (cases, patience) -> ConformanceRun.of(
                folder,
                cases,
                Map.of(),
                "--render",
                Distribution.program() + " render",
                "--jobs",
                "2",
                "--patience",
                patience);

        assertThat(judge("render", render, NotYet.read("not-yet-render.txt")).passed())
                .hasSizeGreaterThanOrEqualTo(100);
    }

    @Test
    @DisplayName("live: every case passes on a real control plane, but for those that are listed as not yet passing")
    void liveCasesPass(TestCluster cluster, @TempDir Path files) {
        String path = TestCluster.kubectl().getParent() + ":" + System.getenv("PATH");
        try (ControllerProcess controller = Distribution.startController(files, cluster.kubeconfig());
                WebhookConfigurations webhooks = WebhookConfigurations.install(
                        cluster, Path.of("..", "deploy", "webhooks"), controller.webhookPort())) {
            assertThat(controller.process().isAlive()).isTrue();
            webhooks.awaitAuthority();
            Runner live = (cases, patience) -> ConformanceRun.of(
                    folder,
                    cases,
                    Map.of("PATH", path),
                    "--kubeconfig",
                    cluster.kubeconfig().toString(),
                    "--jobs",
                    "4",
                    "--patience",
                    patience);

            assertThat(judge("live", live, NotYet.read("not-yet-live.txt")).passed())
                    .hasSizeGreaterThanOrEqualTo(170);
        }
    }

    /** Runs cases; patience is a factor for all waiting times. */
    private interface Runner {
        ConformanceRun run(Set<String> cases, String patience);
    }

    /** All cases that are not listed pass, and no listed one does: a list that is out of date would hide what breaks later. */
    private ConformanceRun judge(String mode, Runner runner, NotYet notYet) {
        Set<String> cases = new TreeSet<>(ConformanceRun.names(folder));
        cases.removeAll(notYet.reasons().keySet());

        ConformanceRun run = runner.run(cases, "2");

        System.out.println("conformance " + mode + ": " + run.summary());
        notYet.reasons().forEach((name, reason) -> System.out.println("  not yet: " + name + " (" + reason + ")"));
        assertThat(run.failed()).as(run.output()).isEmpty();
        if (!notYet.reasons().isEmpty()) {
            // They are expected to fail, which is clear soon.
            ConformanceRun listed = runner.run(notYet.reasons().keySet(), "0.1");
            assertThat(listed.passed())
                    .as("listed as not yet passing, but they pass: take them off the list")
                    .isEmpty();
        }
        return run;
    }
}

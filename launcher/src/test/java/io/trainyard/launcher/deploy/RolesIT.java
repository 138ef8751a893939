package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The roles in {@code deploy} are those that the program of this build asks for. */
final class RolesIT {
    private static final Path COMMITTED = Tool.DEPLOY.resolve("rbac/roles.yaml");
    private static final Path CHART = Tool.DEPLOY.resolve("helm/trainyard/files/rbac");

    private static final List<String> SCHEDULERS = List.of("coscheduling", "kai", "volcano");

    @Test
    @DisplayName(
            "deploy/rbac/roles.yaml is what 'trainyard rbac' prints with the shipped plugins but those of schedulers (OPS-50)")
    void rolesAreGenerated() throws IOException {
        String generated = new Tool(Distribution.program())
                .run("rbac", "--without", String.join(",", SCHEDULERS))
                .expectSuccess();

        assertThat(Files.readString(COMMITTED))
                .as("core or a plugin needs other permissions than it did; run deploy/generate")
                .isEqualTo(generated);
    }

    @Test
    @DisplayName("the chart's roles for some namespaces are what 'trainyard rbac --namespaces' prints (OPS-62)")
    void rolesForNamespacesAreGenerated() throws IOException {
        String generated = new Tool(Distribution.program())
                .run("rbac", "--without", String.join(",", SCHEDULERS), "--namespaces", "served")
                .expectSuccess();

        assertThat(Files.readString(CHART.resolve("roles-without-namespaces.yaml"))
                        + "---\n"
                        + Files.readString(CHART.resolve("roles-of-a-namespace.yaml")))
                .as("core or a plugin needs other permissions than it did; run deploy/generate")
                .isEqualTo(generated);
    }

    @ParameterizedTest
    @CsvSource({
        "dashboard, dashboard, --dashboard",
        "kueue, schedulers/kueue, --kueue",
        "coscheduling, schedulers/coscheduling, --plugin=coscheduling",
        "kai, schedulers/kai, --plugin=kai",
        "volcano, schedulers/volcano, --plugin=volcano"
    })
    @DisplayName(
            "the roles of the dashboard, of Kueue and of each scheduler are what 'trainyard rbac' prints for it, in the folder and in the chart (OPS-50a, OPS-119)")
    void furtherRolesAreGenerated(String part, String folder, String option) throws IOException {
        Tool program = new Tool(Distribution.program());

        assertThat(Files.readString(Tool.DEPLOY.resolve(folder).resolve("roles.yaml")))
                .as("run deploy/generate")
                .isEqualTo(program.run("rbac", option).expectSuccess())
                .isEqualTo(Files.readString(CHART.resolve(part + ".yaml")));
        assertThat(Files.readString(CHART.resolve(part + "-without-namespaces.yaml"))
                        + "---\n"
                        + Files.readString(CHART.resolve(part + "-of-a-namespace.yaml")))
                .as("run deploy/generate")
                .isEqualTo(program.run("rbac", option, "--namespaces", "served").expectSuccess());
    }
}

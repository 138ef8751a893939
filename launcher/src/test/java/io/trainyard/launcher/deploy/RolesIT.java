package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.launcher.process.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The roles in {@code deploy} are those that the program of this build asks for. */
final class RolesIT {
    private static final Path COMMITTED = Tool.DEPLOY.resolve("rbac/roles.yaml");
    private static final Path CHART = Tool.DEPLOY.resolve("helm/trainyard/files/rbac");

    @Test
    @DisplayName("deploy/rbac/roles.yaml is what 'trainyard rbac' prints with the shipped plugins (OPS-50)")
    void rolesAreGenerated() throws IOException {
        String generated = new Tool(Distribution.program()).run("rbac").expectSuccess();

        assertThat(Files.readString(COMMITTED))
                .as("core or a plugin needs other permissions than it did; run deploy/generate")
                .isEqualTo(generated);
    }

    @Test
    @DisplayName("the chart's roles for some namespaces are what 'trainyard rbac --namespaces' prints (OPS-62)")
    void rolesForNamespacesAreGenerated() throws IOException {
        String generated = new Tool(Distribution.program())
                .run("rbac", "--namespaces", "served")
                .expectSuccess();

        assertThat(Files.readString(CHART.resolve("roles-without-namespaces.yaml"))
                        + "---\n"
                        + Files.readString(CHART.resolve("roles-of-a-namespace.yaml")))
                .as("core or a plugin needs other permissions than it did; run deploy/generate")
                .isEqualTo(generated);
    }

    @Test
    @DisplayName(
            "the roles of the dashboard are what 'trainyard rbac --dashboard' prints, in the component and in the chart (OPS-119)")
    void rolesOfTheDashboardAreGenerated() throws IOException {
        Tool program = new Tool(Distribution.program());

        assertThat(Files.readString(Tool.DEPLOY.resolve("dashboard/roles.yaml")))
                .as("run deploy/generate")
                .isEqualTo(program.run("rbac", "--dashboard").expectSuccess())
                .isEqualTo(Files.readString(CHART.resolve("dashboard.yaml")));
        assertThat(Files.readString(CHART.resolve("dashboard-without-namespaces.yaml"))
                        + "---\n"
                        + Files.readString(CHART.resolve("dashboard-of-a-namespace.yaml")))
                .as("run deploy/generate")
                .isEqualTo(program.run("rbac", "--dashboard", "--namespaces", "served")
                        .expectSuccess());
    }
}

package io.trainyard.launcher.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What pods of a run get of the user's shell (LOCAL-139). */
final class ShellVariablesTest {
    private static final Map<String, String> SHELL = Map.ofEntries(
            Map.entry("PATH", "/bin"),
            Map.entry("PWD", "/home/me"),
            Map.entry("SSH_AUTH_SOCK", "/run/x"),
            Map.entry("WANDB_API_KEY", "w"),
            Map.entry("HF_TOKEN", "h"),
            Map.entry("HF_HOME", "/hf"),
            Map.entry("MLFLOW_TRACKING_URI", "http://m"),
            Map.entry("OMP_NUM_THREADS", "4"),
            Map.entry("AWS_SECRET_ACCESS_KEY", "a"),
            Map.entry("MY_SWITCH", "on"));

    @Test
    @DisplayName("variables of trackers, hubs and frameworks are passed on, and no others")
    void toolsGetTheirVariables() {
        Set<String> passed = ShellVariables.passed(SHELL);

        assertThat(passed)
                .containsExactlyInAnyOrder(
                        "WANDB_API_KEY", "HF_TOKEN", "HF_HOME", "MLFLOW_TRACKING_URI", "OMP_NUM_THREADS");
    }

    @Test
    @DisplayName(
            "what errors of Hydra and CUDA advise to set is passed on, and certificates of a proxy are (LOCAL-139)")
    void adviceOfErrorsCanBeFollowed() {
        Map<String, String> shell = Map.of(
                "HYDRA_FULL_ERROR", "1", "CUDA_LAUNCH_BLOCKING", "1", "AWS_CA_BUNDLE", "/ca.pem", "HYDRATION", "no");

        assertThat(ShellVariables.passed(shell))
                .containsExactlyInAnyOrder("HYDRA_FULL_ERROR", "CUDA_LAUNCH_BLOCKING", "AWS_CA_BUNDLE");
    }
}

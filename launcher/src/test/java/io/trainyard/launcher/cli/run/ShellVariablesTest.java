package io.trainyard.launcher.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What programs of a run get of the user's shell (LOCAL-139). */
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
    @DisplayName(
            "variables of trackers, hubs and frameworks are passed on; others are named once, but for those of the shell itself")
    void toolsGetTheirVariables() {
        Set<String> passed = ShellVariables.passed(SHELL, Set.of());

        assertThat(passed)
                .containsExactlyInAnyOrder(
                        "WANDB_API_KEY", "HF_TOKEN", "HF_HOME", "MLFLOW_TRACKING_URI", "OMP_NUM_THREADS");
        assertThat(ShellVariables.heldBack(SHELL, passed, ""))
                .contains("note: programs do not get these variables of your shell: AWS_SECRET_ACCESS_KEY, MY_SWITCH;"
                        + " --inherit-env NAME passes one on, --env-all all");
    }

    @Test
    @DisplayName(
            "what errors of Hydra and CUDA advise to set is passed on, and certificates of a proxy are (LOCAL-139)")
    void adviceOfErrorsCanBeFollowed() {
        Map<String, String> shell = Map.of(
                "HYDRA_FULL_ERROR", "1", "CUDA_LAUNCH_BLOCKING", "1", "AWS_CA_BUNDLE", "/ca.pem", "HYDRATION", "no");

        assertThat(ShellVariables.passed(shell, Set.of()))
                .containsExactlyInAnyOrder("HYDRA_FULL_ERROR", "CUDA_LAUNCH_BLOCKING", "AWS_CA_BUNDLE");
    }

    @Test
    @DisplayName("nothing is said when nothing is held back")
    void nothingIsHeldBack() {
        assertThat(ShellVariables.heldBack(SHELL, Set.of("all"), "")).isEmpty();
        assertThat(ShellVariables.heldBack(
                        SHELL, ShellVariables.passed(SHELL, Set.of("AWS_SECRET_ACCESS_KEY", "MY_SWITCH")), ""))
                .isEmpty();
    }

    @Test
    @DisplayName("what the code of the programs names comes first, before the first eight of the others (LOCAL-241)")
    void whatTheCodeNamesComesFirst() {
        Map<String, String> many = new TreeMap<>();
        for (char letter = 'A'; letter <= 'K'; letter++) {
            many.put("V" + letter, "1");
        }
        many.put("ZULU", "1");

        assertThat(ShellVariables.heldBack(many, Set.of(), "x = os.environ['ZULU'] + VKX"))
                .contains(
                        "note: programs do not get these variables of your shell: ZULU, VA, VB, VC, VD, VE, VF, VG and 4 more;"
                                + " --inherit-env NAME passes one on, --env-all all");
    }
}

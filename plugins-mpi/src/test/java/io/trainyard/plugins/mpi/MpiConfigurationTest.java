package io.trainyard.plugins.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class MpiConfigurationTest {
    @Test
    void defaults() {
        // MPI-94 to MPI-101
        assertThat(MpiConfiguration.parse(Map.of()))
                .isEqualTo(new MpiConfiguration(
                        KeyAlgorithm.EC_P521, "-o ConnectionAttempts=10", true, false, false, false, "cluster.local"));
    }

    @Test
    void everyKeyIsRead() {
        assertThat(MpiConfiguration.parse(Map.of(
                        "ssh",
                        Map.of("keyAlgorithm", "ED25519", "connectionAttempts", 3, "extraArgs", "-p 2222"),
                        "launcherHostName",
                        "endpoint",
                        "minOneWorker",
                        true,
                        "disableRshOnSingleHost",
                        true,
                        "openmpi",
                        Map.of("forwardEnv", true),
                        "clusterDomain",
                        "lab.example")))
                .isEqualTo(new MpiConfiguration(
                        KeyAlgorithm.ED25519,
                        "-o ConnectionAttempts=3 -p 2222",
                        false,
                        true,
                        true,
                        true,
                        "lab.example"));
    }

    @Test
    void allMistakesAreToldTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MpiConfiguration.parse(Map.of(
                        "ssh",
                        Map.of("keyAlgorithm", "RSA", "connectionAttempts", 0, "extraArgs", "-o \"A B\"", "port", 22),
                        "launcherHostName",
                        "localhost",
                        "minOneWorker",
                        "yes",
                        "clusterDomain",
                        "not a domain")))
                .withMessageStartingWith("configuration of plugin mpi: ")
                .withMessageContaining("ssh.port: unknown")
                .withMessageContaining("ssh.keyAlgorithm: must be EC_P521 or ED25519, not RSA")
                .withMessageContaining("ssh.connectionAttempts: must be a whole number from 1 to 1000, not 0")
                .withMessageContaining("ssh.extraArgs: must not quote")
                .withMessageContaining("launcherHostName: must be hostname or endpoint, not localhost")
                .withMessageContaining("minOneWorker: must be true or false, not yes")
                .withMessageContaining("clusterDomain: must be a domain name");
    }
}

package io.trainyard.core.kube.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecConfigBuilder;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.core.tls.TestCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("ExecPlugin (FAB-51)")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the plugins of this test are shell scripts")
final class ExecPluginTest {
    private static final String VERSION = "client.authentication.k8s.io/v1";
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path folder;

    @Test
    void aTokenIsReadWithItsExpiry() throws IOException {
        Credential token = plugin(prints("{token: secret, expirationTimestamp: '2026-01-02T03:14:05Z'}"))
                .read();

        assertThat(token.token()).contains("secret");
        assertThat(token.expires()).contains(Instant.parse("2026-01-02T03:14:05Z"));
        assertThat(token.toString()).doesNotContain("secret");
    }

    @Test
    void itIsRunAgainWellBeforeTheTokenExpiresAndNotAtAllWhenItNeverDoes() {
        ExecPlugin plugin = plugin(config("true").build());

        assertThat(plugin.refreshDelay(Credential.ofToken("t", Optional.of(NOW.plusSeconds(600))), NOW))
                .isEqualTo(Duration.ofSeconds(480));
        assertThat(plugin.refreshDelay(Credential.ofToken("t", Optional.of(NOW.minusSeconds(600))), NOW))
                .isEqualTo(Duration.ofSeconds(5));
        assertThat(plugin.refreshDelay(Credential.ofToken("t", Optional.empty()), NOW))
                .isGreaterThan(Duration.ofDays(30));
    }

    @Test
    void certificatesMayTakeTheTokensPlace() throws IOException {
        CertifiedKey issued = TestCertificates.of("EC", "issued", Duration.ofHours(1));

        Credential credential = plugin(printsCertificate(issued, issued, "")).read();

        assertThat(credential.certificate()).contains(issued);
        assertThat(credential.token()).isEmpty();
        assertThat(credential.expires())
                .as("without an expirationTimestamp the certificate's own end counts")
                .contains(issued.notAfter());
        assertThat(plugin(printsCertificate(issued, issued, ",'expirationTimestamp':'2026-01-02T03:14:05Z'"))
                        .read()
                        .expires())
                .contains(Instant.parse("2026-01-02T03:14:05Z"));
    }

    @Test
    void aCertificateThatCannotBeUsedIsRefusedByField() throws IOException {
        CertifiedKey issued = TestCertificates.of("EC", "issued");

        assertFails(printsCertificate(issued, TestCertificates.of("EC", "other"), ""), "does not belong");
        assertFails(prints("{token: t, clientCertificateData: hunter2}"), "without clientKeyData");
        assertFails(prints("{clientCertificateData: hunter2, clientKeyData: hunter2}"), "clientCertificateData");
    }

    private ExecConfig printsCertificate(CertifiedKey certificate, CertifiedKey key, String more) throws IOException {
        String json = "{'clientCertificateData':'%s','clientKeyData':'%s'%s}"
                .formatted(Pem.of(certificate.chain()), TestCertificates.pkcs8(key.key()), more)
                .replace("\n", "\\n")
                .replace('\'', '"');
        Path output = Files.writeString(
                Files.createTempFile(folder, "output", ".json"),
                "{\"apiVersion\":\"" + VERSION + "\",\"status\":" + json + "}");
        return config(script("cat '" + output + "'")).build();
    }

    @Test
    void itGetsItsArgumentsItsVariablesAndTheProtocolsOwn() throws IOException {
        ExecConfig exec = config(script(
                        """
                        case "$KUBERNETES_EXEC_INFO" in *'"interactive":false'*) ;; *) exit 3;; esac
                        echo '{"apiVersion":"%s","status":{"token":"'"$1-$WHO"'"}}'
                        """
                                .formatted(VERSION)))
                .withArgs("one two")
                .addNewEnv("WHO", "me")
                .build();

        assertThat(plugin(exec).read().token()).contains("one two-me");
    }

    @Test
    void whatGoesWrongIsSaidWithoutShowingWhatWasPrinted() throws IOException {
        assertFails(
                config("./no-such-program").withInstallHint("install it").build(), "cannot be started", "install it");
        assertFails(config(script("exit 7")).build(), "exit code 7");
        assertFails(config(script("echo 'token=hunter2'")).build(), "did not print an ExecCredential");
        assertFails(config(script("echo '{\"apiVersion\":\"other/v1\"}'")).build(), "other/v1");
        assertFails(prints("{}"), "neither a token nor a certificate");
        assertFails(prints("{token: t, expirationTimestamp: soon}"), "soon");
    }

    @Test
    void aProgramThatHangsIsEndedWithItsChildren() throws IOException {
        var plugin = new ExecPlugin(config(script("sleep 60 & wait")).build(), folder, Duration.ofMillis(300));

        assertThatThrownBy(plugin::read).isInstanceOf(IOException.class).hasMessageContaining("did not end within");
    }

    private void assertFails(ExecConfig exec, String... parts) {
        assertThatThrownBy(() -> plugin(exec).read())
                .isInstanceOf(IOException.class)
                .satisfies(failure ->
                        assertThat(failure.getMessage()).contains(parts).doesNotContain("hunter2"));
    }

    private ExecPlugin plugin(ExecConfig exec) {
        return new ExecPlugin(exec, folder, Duration.ofSeconds(20));
    }

    private ExecConfig prints(String status) throws IOException {
        String json = status.replaceAll("(\\w+):(?= )", "\"$1\":")
                .replaceAll(": ([a-z]\\w*)", ": \"$1\"")
                .replace('\'', '"');
        return config(script("echo '{\"apiVersion\":\"" + VERSION + "\",\"status\":" + json + "}'"))
                .build();
    }

    private static ExecConfigBuilder config(String command) {
        return new ExecConfigBuilder().withApiVersion(VERSION).withCommand(command);
    }

    /** A relative path, as kubeconfigs have them. */
    private String script(String body) throws IOException {
        Path file = Files.createTempFile(folder, "plugin", ".sh");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return "./" + file.getFileName();
    }
}

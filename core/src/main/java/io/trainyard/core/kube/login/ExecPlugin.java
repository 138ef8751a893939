package io.trainyard.core.kube.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecEnvVar;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.core.tls.Pem;
import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A program that a kubeconfig names and that prints credentials. Run again before they expire. */
final class ExecPlugin implements CredentialSource {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration NEVER = Duration.ofDays(365);
    private static final Duration MIN_REFRESH_DELAY = Duration.ofSeconds(5);

    private final ExecConfig exec;
    private final Path folder;
    private final Duration timeout;

    /**
     * @param folder that of the kubeconfig: commands may be relative to it
     * @param timeout how long the program may run
     */
    ExecPlugin(ExecConfig exec, Path folder, Duration timeout) {
        this.exec = exec;
        this.folder = folder;
        this.timeout = timeout;
    }

    /** Looks again after four fifths of the life of token or certificate. */
    @Override
    public Duration refreshDelay(Credential credential, Instant now) {
        return credential
                .expires()
                .map(expires -> Duration.between(now, expires).multipliedBy(4).dividedBy(5))
                .map(wait -> wait.compareTo(MIN_REFRESH_DELAY) < 0 ? MIN_REFRESH_DELAY : wait)
                .orElse(NEVER);
    }

    @Override
    public String description() {
        return "credential plugin " + exec.getCommand();
    }

    /** Runs the program and reads what it prints. */
    @Override
    @Blocking("called on a worker thread, and while the client is made")
    public Credential read() throws IOException {
        Process process;
        try {
            process = builder().start();
        } catch (IOException notFound) {
            throw new IOException(
                    description() + " cannot be started: " + notFound.getMessage() + installHint(), notFound);
        }
        var watchdog = new CompletableFuture<Void>();
        watchdog.completeOnTimeout(null, timeout.toMillis(), TimeUnit.MILLISECONDS)
                .thenRun(() -> end(process));
        try (InputStream output = process.getInputStream()) {
            byte[] printed = output.readAllBytes();
            int code = process.waitFor();
            if (watchdog.isDone()) {
                throw new IOException(description() + " did not end within " + timeout.toSeconds() + " s");
            }
            if (code != 0) {
                throw new IOException(description() + " ended with exit code " + code + installHint());
            }
            return parse(printed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            end(process);
            throw new IOException(description() + " was interrupted", interrupted);
        } finally {
            watchdog.cancel(false);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private ProcessBuilder builder() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(executable());
        if (exec.getArgs() != null) {
            command.addAll(exec.getArgs());
        }
        var builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(nullDevice()))
                .redirectError(Redirect.INHERIT);
        if (exec.getEnv() != null) {
            for (ExecEnvVar variable : exec.getEnv()) {
                builder.environment().put(variable.getName(), variable.getValue());
            }
        }
        var info = JSON.createObjectNode();
        info.put("apiVersion", exec.getApiVersion());
        info.put("kind", "ExecCredential");
        info.putObject("spec").put("interactive", false);
        builder.environment().put("KUBERNETES_EXEC_INFO", JSON.writeValueAsString(info));
        return builder;
    }

    private String executable() {
        String command = exec.getCommand();
        boolean pathOfSorts = command.contains(File.separator);
        return pathOfSorts ? folder.resolve(command).normalize().toString() : command;
    }

    private static File nullDevice() {
        return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    }

    private Credential parse(byte[] printed) throws IOException {
        JsonNode credential;
        try {
            credential = JSON.readTree(printed);
        } catch (IOException notJson) {
            // The parser's own words would show what was printed, and that may be a token.
            throw new IOException(description() + " did not print an ExecCredential in JSON");
        }
        if (!credential.path("apiVersion").asText().equals(exec.getApiVersion())) {
            throw new IOException(description() + " answered in version "
                    + credential.path("apiVersion").asText("(none)") + ", the kubeconfig asks for "
                    + exec.getApiVersion());
        }
        JsonNode status = credential.path("status");
        Optional<String> token = Optional.ofNullable(text(status, "token"));
        Optional<CertifiedKey> certificate =
                certificate(text(status, "clientCertificateData"), text(status, "clientKeyData"));
        if (token.isEmpty() && certificate.isEmpty()) {
            throw new IOException(description() + " gave neither a token nor a certificate with its key");
        }
        Optional<Instant> stated = expiry(text(status, "expirationTimestamp"));
        Optional<Instant> end = certificate.map(CertifiedKey::notAfter);
        return new Credential(
                token, certificate, Stream.concat(stated.stream(), end.stream()).min(Comparator.naturalOrder()));
    }

    private Optional<CertifiedKey> certificate(@Nullable String certificate, @Nullable String key) throws IOException {
        if (certificate == null && key == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null) {
            throw new IOException(description() + " gave "
                    + (key == null
                            ? "a clientCertificateData without clientKeyData"
                            : "a clientKeyData without clientCertificateData"));
        }
        List<X509Certificate> chain;
        try {
            chain = Pem.certificates(certificate);
        } catch (GeneralSecurityException unreadable) {
            throw new IOException(description() + " gave a clientCertificateData that is no certificate in PEM");
        }
        PrivateKey privateKey;
        try {
            privateKey = Pem.key(key);
        } catch (GeneralSecurityException unreadable) {
            // Without the cause, which may show what was printed.
            throw new IOException(description()
                    + " gave a clientKeyData that cannot be used; a private key in PEM without a passphrase is needed");
        }
        if (chain.isEmpty() || !CertifiedKey.belongs(privateKey, chain.get(0))) {
            throw new IOException(
                    description() + " gave a clientKeyData that does not belong to its clientCertificateData");
        }
        return Optional.of(new CertifiedKey(chain, privateKey));
    }

    private Optional<Instant> expiry(@Nullable String timestamp) throws IOException {
        try {
            return Optional.ofNullable(timestamp).map(Instant::parse);
        } catch (DateTimeParseException malformed) {
            throw new IOException(
                    description() + " gave an expirationTimestamp that is no RFC 3339 time: " + timestamp);
        }
    }

    private static @Nullable String text(JsonNode node, String field) {
        String text = node.path(field).asText("");
        return text.isEmpty() ? null : text;
    }

    private String installHint() {
        String hint = exec.getInstallHint();
        return hint == null || hint.isEmpty() ? "" : "; " + hint;
    }
}

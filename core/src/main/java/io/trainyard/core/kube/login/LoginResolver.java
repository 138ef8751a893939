package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an API server: a given file, then {@code KUBECONFIG}, then the service account of the pod, then {@code ~/.kube/config}.
 * Reads files and may start a credential plugin: worker threads only.
 */
public final class LoginResolver {
    private final LoginEnvironment environment;

    public LoginResolver(LoginEnvironment environment) {
        this.environment = environment;
    }

    /**
     * @param kubeconfig the file to use; empty to look for one
     * @param context that the user names: then it is looked for in kubeconfigs alone; empty for the current one
     * @throws LoginException when nothing is found, or what is found is wrong
     */
    public Login find(Optional<Path> kubeconfig, Optional<String> context) {
        if (kubeconfig.isPresent()) {
            return fromFiles(List.of(existing(kubeconfig.get(), "--kubeconfig")), context);
        }
        if (environment.variable("KUBECONFIG").isEmpty() && context.isEmpty() && hasServiceAccount()) {
            return inCluster(tokenFile());
        }
        return fromFiles(files(), context);
    }

    /**
     * The namespace that is meant where nobody names one: that of the pod or of the current context, else {@code default}. Starts no credential plugin.
     *
     * @return empty when no API server is configured, or the kubeconfig cannot be read
     */
    public Optional<String> namespace() {
        try {
            Optional<String> named = environment.variable("KUBECONFIG").isEmpty() && hasServiceAccount()
                    ? Optional.ofNullable(ownNamespace())
                    : new Kubeconfig(files(), environment).namespace();
            return named.or(() -> Optional.of("default"));
        } catch (LoginException none) {
            return Optional.empty();
        }
    }

    /** The kubeconfigs that nobody has to name. */
    private List<Path> files() {
        String variable = environment.variable("KUBECONFIG");
        if (!variable.isEmpty()) {
            return filesOf(variable);
        }
        Path standard = environment.home().resolve(".kube").resolve("config");
        if (Files.isRegularFile(standard)) {
            return List.of(standard);
        }
        throw new LoginException("no API server is configured: give --kubeconfig, set KUBECONFIG, run in a pod with a"
                + " service account, or create " + standard);
    }

    private boolean hasServiceAccount() {
        return environment.isInPod() && Files.exists(tokenFile());
    }

    private Path tokenFile() {
        return environment.serviceAccount().resolve("token");
    }

    private Login fromFiles(List<Path> files, Optional<String> context) {
        Kubeconfig kubeconfig = new Kubeconfig(files, environment);
        context.ifPresent(kubeconfig::use);
        return kubeconfig.login();
    }

    private static Path existing(Path file, String origin) {
        if (!Files.isRegularFile(file)) {
            throw new LoginException(origin + " names " + file + ", which is not a file");
        }
        return file;
    }

    /** Several files may be named; those that do not exist are skipped, as long as one does. */
    private static List<Path> filesOf(String variable) {
        List<Path> files = new ArrayList<>();
        for (String name : variable.split(File.pathSeparator)) {
            if (!name.isEmpty() && Files.isRegularFile(Path.of(name))) {
                files.add(Path.of(name));
            }
        }
        if (files.isEmpty()) {
            throw new LoginException("KUBECONFIG names " + variable + ", which is not a file");
        }
        return files;
    }

    private Login inCluster(Path tokenFile) {
        String host = environment.variable("KUBERNETES_SERVICE_HOST");
        String port = environment.variable("KUBERNETES_SERVICE_PORT");
        Path authority = environment.serviceAccount().resolve("ca.crt");
        if (!Files.isRegularFile(authority)) {
            throw new LoginException(
                    "the service account has a token but no certificate authority: " + authority + " does not exist");
        }
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                        + (port.isEmpty() ? "443" : port))
                .withCaCertFile(authority.toString())
                .withNamespace(ownNamespace())
                .build();
        var tokens = new TokenFile(tokenFile);
        return new Login(config, "service account", Login.changing(tokens, read(tokens)));
    }

    private @Nullable String ownNamespace() {
        try {
            return Files.readString(environment.serviceAccount().resolve("namespace"))
                    .strip();
        } catch (IOException none) {
            return null;
        }
    }

    static Credential read(CredentialSource tokens) {
        try {
            return tokens.read();
        } catch (IOException unreadable) {
            throw new LoginException(
                    "no credentials from " + tokens.description() + ": " + unreadable.getMessage(), unreadable);
        }
    }
}

package io.trainyard.local.client;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where an API server is and how to get in: the part of a kubeconfig that its current context names.
 *
 * @param server URL
 * @param certificateAuthority PEM; empty to trust what the JVM trusts
 * @param token empty when there is none
 * @param clientCertificate PEM; empty when there is none
 * @param clientKey PEM; empty when there is none
 * @param insecure whether not to verify the server
 */
public record Kubeconfig(
        String server,
        String certificateAuthority,
        String token,
        String clientCertificate,
        String clientKey,
        boolean insecure) {
    /**
     * An API server in this JVM. The token is part of the URL, since many clients send no bearer token over plain HTTP.
     *
     * @param token empty when there is none
     */
    public static Kubeconfig local(String server, String token) {
        return new Kubeconfig(token.isEmpty() ? server : server + "/" + token, "", "", "", "", false);
    }

    /**
     * Reads a kubeconfig and the files that it names, relative to its own folder. Blocks.
     *
     * @throws IllegalArgumentException when something that is needed is missing, or asks for a program to be run
     * @throws IOException when a file cannot be read
     */
    public static Kubeconfig read(Path file) throws IOException {
        Path beside = file.toAbsolutePath();
        @Nullable Object config = Yaml.parse(Files.readString(file));
        String contextName = Tree.text(config, "current-context");
        Map<String, Object> context = Tree.child(named(config, "contexts", contextName), "context");
        Map<String, Object> cluster = Tree.child(named(config, "clusters", Tree.text(context, "cluster")), "cluster");
        Map<String, Object> user = Tree.child(named(config, "users", Tree.text(context, "user")), "user");
        if (user.containsKey("exec") || user.containsKey("auth-provider")) {
            throw new IllegalArgumentException("kubeconfig: the user \"" + Tree.text(context, "user")
                    + "\" gets in by running a program, which is not supported; use a token or a client certificate");
        }
        String tokenFile = Tree.text(user, "tokenFile");
        return new Kubeconfig(
                Tree.text(cluster, "server"),
                content(cluster, "certificate-authority", beside),
                tokenFile.isEmpty()
                        ? Tree.text(user, "token")
                        : Files.readString(beside.resolveSibling(tokenFile)).strip(),
                content(user, "client-certificate", beside),
                content(user, "client-key", beside),
                Tree.flag(cluster, "insecure-skip-tls-verify"));
    }

    private static String content(Map<String, Object> section, String field, Path beside) throws IOException {
        String name = Tree.text(section, field);
        String data = decoded(section, field + "-data");
        return data.isEmpty() && !name.isEmpty() ? Files.readString(beside.resolveSibling(name)) : data;
    }

    private static Map<String, Object> named(@Nullable Object config, String section, String name) {
        return Tree.objects(config, section).stream()
                .filter(entry -> name.equals(entry.get("name")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "kubeconfig: " + section + " has no entry named \"" + name + "\""));
    }

    private static String decoded(Map<String, Object> section, String field) {
        return new String(Base64.getDecoder().decode(Tree.text(section, field)), StandardCharsets.UTF_8);
    }

    /** The text of a kubeconfig that leads here. */
    public Map<String, Object> toTree() {
        Map<String, Object> cluster = Tree.of("server", server);
        Map<String, Object> user = Tree.of();
        put(cluster, "certificate-authority-data", certificateAuthority);
        if (insecure) {
            cluster.put("insecure-skip-tls-verify", true);
        }
        if (!token.isEmpty()) {
            user.put("token", token);
        }
        put(user, "client-certificate-data", clientCertificate);
        put(user, "client-key-data", clientKey);
        return Tree.of(
                "apiVersion",
                "v1",
                "kind",
                "Config",
                "current-context",
                "trainyard",
                "clusters",
                List.of(Tree.of("name", "trainyard", "cluster", cluster)),
                "users",
                List.of(Tree.of("name", "trainyard", "user", user)),
                "contexts",
                List.of(Tree.of(
                        "name",
                        "trainyard",
                        "context",
                        Tree.of("cluster", "trainyard", "user", "trainyard", "namespace", "default"))));
    }

    private static void put(Map<String, Object> section, String field, String pem) {
        if (!pem.isEmpty()) {
            section.put(field, Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)));
        }
    }
}

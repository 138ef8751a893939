package io.trainyard.core.kube.login;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.tls.CertifiedKey;
import io.trainyard.foundation.field.NearestName;
import io.trainyard.foundation.yaml.Documents;
import io.trainyard.foundation.yaml.YamlDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One or more kubeconfig files, read as kubectl reads them: the first file that says something wins. We do not use fabric8's reader: it
 * starts credential plugins without telling when their credentials expire, and goes on without a word when a name leads nowhere.
 */
final class Kubeconfig {
    private static final Duration PLUGIN_TIMEOUT = Duration.ofSeconds(60);

    private final List<Path> files;
    private final LoginEnvironment environment;
    private final Map<String, Context> contexts = new LinkedHashMap<>();
    private final Map<String, Located<Cluster>> clusters = new LinkedHashMap<>();
    private final Map<String, Located<AuthInfo>> users = new LinkedHashMap<>();
    private String currentContext = "";

    Kubeconfig(List<Path> files, LoginEnvironment environment) {
        this.files = List.copyOf(files);
        this.environment = environment;
        files.forEach(this::add);
    }

    /** An entry, and the file that it stands in: relative paths start from its folder. */
    private record Located<T>(T entry, Path file) {
        Path folder() {
            return file.toAbsolutePath().resolveSibling("");
        }
    }

    /** Takes another context than the current one. */
    void use(String context) {
        if (!contexts.containsKey(context)) {
            throw wrong("there is no context " + context + NearestName.question(context, contexts.keySet())
                    + "; there are " + String.join(", ", contexts.keySet()));
        }
        currentContext = context;
    }

    /** The namespace of the context; empty where it names none, or where there is no context. */
    Optional<String> namespace() {
        return Optional.ofNullable(contexts.get(currentContext))
                .map(Context::getNamespace)
                .filter(namespace -> !namespace.isEmpty());
    }

    /** The cluster and user of the context. */
    Login login() {
        Context context = contexts.get(currentContext);
        if (context == null) {
            throw wrong(
                    currentContext.isEmpty()
                            ? "there is no current-context; run 'kubectl config use-context NAME'"
                            : "current-context is " + currentContext + ", but there is no context of that name");
        }
        Located<Cluster> cluster = clusters.get(orEmpty(context.getCluster()));
        if (cluster == null || isEmpty(cluster.entry().getServer())) {
            throw wrong("context " + currentContext + " names cluster " + orEmpty(context.getCluster())
                    + (cluster == null ? ", which does not exist" : ", which has no server"));
        }
        ConfigBuilder config = new ConfigBuilder(Config.empty()).withNamespace(emptyToNull(context.getNamespace()));
        describe(config, cluster);
        var proxies = new Proxies(environment);
        proxies.describe(config, cluster.entry().getServer(), cluster.entry().getProxyUrl());
        String source = "kubeconfig " + files.get(0) + ", context " + currentContext;
        if (isEmpty(context.getUser())) {
            return new Login(config.build(), source, Login.constant(Credentials.none()));
        }
        Located<AuthInfo> user = users.get(context.getUser());
        if (user == null) {
            throw wrong("context " + currentContext + " names user " + context.getUser() + ", which does not exist");
        }
        impersonate(config, user.entry());
        UserCertificate ofUser = new UserCertificate(user.file(), context.getUser(), user.entry());
        Optional<CertifiedKey> certificate = ofUser.read();
        if (isAskedByPlugin(user.entry())) {
            return askPlugin(
                    config, source, new ExecPlugin(user.entry().getExec(), user.folder(), PLUGIN_TIMEOUT), certificate);
        }
        Optional<ClientKeys> keys = certificate.map(this::keys);
        if (ofUser.isOfFiles()
                && provesNothingElse(user.entry())
                && user.entry().getAuthProvider() == null) {
            Credential first = new Credential(Optional.empty(), certificate, Optional.empty());
            return new Login(config.build(), source, Login.changing(new CertificateFiles(ofUser), first, keys), keys);
        }
        return new Login(config.build(), source, headerOf(user.entry(), user.folder()), keys);
    }

    private static void describe(ConfigBuilder config, Located<Cluster> cluster) {
        Cluster entry = cluster.entry();
        boolean insecure = Boolean.TRUE.equals(entry.getInsecureSkipTlsVerify());
        config.withMasterUrl(entry.getServer())
                .withTrustCerts(insecure)
                .withDisableHostnameVerification(insecure)
                .withCaCertFile(resolve(cluster.folder(), entry.getCertificateAuthority()))
                .withCaCertData(emptyToNull(entry.getCertificateAuthorityData()))
                .withTlsServerName(emptyToNull(entry.getTlsServerName()));
    }

    private static void impersonate(ConfigBuilder config, AuthInfo user) {
        if (!isEmpty(user.getAs())) {
            config.withImpersonateUsername(user.getAs());
        }
        if (user.getAsGroups() != null && !user.getAsGroups().isEmpty()) {
            config.withImpersonateGroups(user.getAsGroups().toArray(String[]::new));
        }
        if (user.getAsUserExtra() != null && !user.getAsUserExtra().isEmpty()) {
            config.withImpersonateExtras(user.getAsUserExtra());
        }
    }

    /** Whatever else says who we are wins over a plugin. */
    private static boolean isAskedByPlugin(AuthInfo user) {
        return user.getExec() != null && provesNothingElse(user);
    }

    private static boolean provesNothingElse(AuthInfo user) {
        return isEmpty(user.getTokenFile()) && isEmpty(user.getToken()) && isEmpty(user.getUsername());
    }

    /** A file wins over a token beside it, as with kubectl: the token is the older one. */
    private Login.CredentialsMaker headerOf(AuthInfo user, Path folder) {
        if (!isEmpty(user.getTokenFile())) {
            var tokens = new TokenFile(folder.resolve(user.getTokenFile()));
            return Login.changing(tokens, LoginResolver.read(tokens));
        }
        if (!isEmpty(user.getToken())) {
            return Login.constant(Credentials.token(user.getToken()));
        }
        if (!isEmpty(user.getUsername())) {
            return Login.constant(Credentials.password(user.getUsername(), orEmpty(user.getPassword())));
        }
        if (user.getAuthProvider() != null) {
            throw wrong("auth-provider " + user.getAuthProvider().getName()
                    + " is not supported; use an exec credential plugin instead");
        }
        return Login.constant(Credentials.none());
    }

    /** @param own the certificate of the kubeconfig itself, for plugins that give a token only */
    private Login askPlugin(ConfigBuilder config, String source, ExecPlugin plugin, Optional<CertifiedKey> own) {
        Credential first;
        try {
            first = plugin.read();
        } catch (IOException failed) {
            throw new LoginException(Objects.requireNonNullElse(failed.getMessage(), failed.toString()), failed);
        }
        Optional<ClientKeys> keys = first.certificate().or(() -> own).map(this::keys);
        return new Login(config.build(), source, Login.changing(plugin, first, keys), keys);
    }

    private ClientKeys keys(CertifiedKey certificate) {
        try {
            return new ClientKeys(certificate);
        } catch (GeneralSecurityException | IOException unusable) {
            throw new LoginException(
                    "kubeconfig " + files.get(0) + ": the client certificate cannot be used: " + unusable.getMessage(),
                    unusable);
        }
    }

    private void add(Path file) {
        Documents documents = YamlDocuments.readFile(file);
        if (!documents.problems().isEmpty()) {
            throw new LoginException("kubeconfig " + file + " cannot be read: "
                    + documents.problems().get(0).toString());
        }
        if (documents.documents().isEmpty()) {
            throw new LoginException("kubeconfig " + file + " is empty");
        }
        io.fabric8.kubernetes.api.model.Config read;
        try {
            // No other kinds are in it, so fabric8 need not look for their classes.
            read = new KubernetesSerialization(new ObjectMapper(), false)
                    .convertValue(documents.documents().get(0).tree(), io.fabric8.kubernetes.api.model.Config.class);
        } catch (RuntimeException unreadable) {
            throw new LoginException("kubeconfig " + file + " cannot be read: " + rootOf(unreadable), unreadable);
        }
        if (currentContext.isEmpty()) {
            currentContext = orEmpty(read.getCurrentContext());
        }
        for (NamedContext context : orNone(read.getContexts())) {
            if (context.getContext() != null) {
                contexts.putIfAbsent(context.getName(), context.getContext());
            }
        }
        for (NamedCluster cluster : orNone(read.getClusters())) {
            if (cluster.getCluster() != null) {
                clusters.putIfAbsent(cluster.getName(), new Located<>(cluster.getCluster(), file));
            }
        }
        for (NamedAuthInfo user : orNone(read.getUsers())) {
            if (user.getUser() != null) {
                users.putIfAbsent(user.getName(), new Located<>(user.getUser(), file));
            }
        }
    }

    /** The parser wraps what it has to say in exceptions that say nothing. */
    private static String rootOf(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private LoginException wrong(String problem) {
        return new LoginException("kubeconfig " + files.get(0) + ": " + problem);
    }

    private static @Nullable String resolve(Path folder, @Nullable String path) {
        return isEmpty(path) ? null : folder.resolve(path).toString();
    }

    private static <E> List<E> orNone(@Nullable List<E> list) {
        return list == null ? List.of() : list;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return isEmpty(text) ? null : text;
    }
}

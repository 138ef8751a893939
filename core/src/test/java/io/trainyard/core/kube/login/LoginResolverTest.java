package io.trainyard.core.kube.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.time.ManualTimeSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("LoginResolver (CFG-02, FAB-51)")
final class LoginResolverTest {
    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private Path home;
    private Path serviceAccount;

    @BeforeEach
    void folders() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        serviceAccount = folder.resolve("serviceaccount");
    }

    @Test
    void aGivenFileWinsOverTheVariableThePodAndTheHomeFolder() throws IOException {
        Path given = kubeconfig("given", "https://given:1");
        variables.put("KUBECONFIG", kubeconfig("variable", "https://variable:1").toString());
        insidePod();
        inHome("https://home:1");

        assertThat(find(Optional.of(given)).config().getMasterUrl()).startsWith("https://given:1");
        assertThat(find().config().getMasterUrl()).startsWith("https://variable:1");
        variables.remove("KUBECONFIG");
        assertThat(find().config().getMasterUrl()).startsWith("https://10.0.0.1:443");
        variables.remove("KUBERNETES_SERVICE_HOST");
        assertThat(find().config().getMasterUrl()).startsWith("https://home:1");
    }

    @Test
    @DisplayName("the home folder is the one that kubectl takes, whatever the system says of the user")
    void theHomeFolderOfTheVariables() throws IOException {
        inHome("https://home:1");

        LoginEnvironment found = LoginEnvironment.of(Map.of("HOME", home.toString()));

        assertThat(new LoginResolver(found)
                        .find(Optional.empty(), Optional.empty())
                        .config()
                        .getMasterUrl())
                .startsWith("https://home:1");
        assertThat(LoginEnvironment.of(Map.of("HOME", "")).home()).isEqualTo(Path.of(System.getProperty("user.home")));
    }

    @Test
    @DisplayName(
            "LOCAL-380: the namespace where nobody names one is that of the pod or of the context, else default, and nothing without a cluster")
    void theNamespaceThatIsMeant() throws IOException {
        assertThat(resolver().namespace()).isEmpty();
        insidePod();
        assertThat(resolver().namespace()).contains("kubeflow-system");
        Path file = Files.writeString(
                folder.resolve("named"),
                """
                {"current-context": "work", "contexts": [{"name": "work", "context": {"cluster": "c", "namespace": "team-a"}}]}
                """);
        variables.put("KUBECONFIG", file.toString());
        assertThat(resolver().namespace()).contains("team-a");
        Files.writeString(file, Files.readString(file).replace(", \"namespace\": \"team-a\"", ""));
        assertThat(resolver().namespace()).contains("default");
        Files.writeString(file, "{");
        assertThat(resolver().namespace()).isEmpty();
    }

    @Test
    void aPodUsesItsTokenItsAuthorityAndItsNamespace() throws IOException {
        insidePod();

        Login login = find();

        assertThat(login.source()).isEqualTo("service account");
        assertThat(login.namespace()).contains("kubeflow-system");
        assertThat(login.config().getCaCertFile()).endsWith("ca.crt");
        assertThat(header(login)).contains("Bearer pod-token");
    }

    @Test
    void anAddressOfVersionSixIsBracketed() throws IOException {
        insidePod();
        variables.put("KUBERNETES_SERVICE_HOST", "fd00::1");
        variables.remove("KUBERNETES_SERVICE_PORT");

        assertThat(find().config().getMasterUrl()).startsWith("https://[fd00::1]:443");
    }

    @Test
    void severalFilesAreMergedAndTheFirstToSaySomethingWins() throws IOException {
        Path contexts = write(
                "contexts",
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k, user: u, namespace: team}}]
                users: [{name: u, user: {token: first}}]
                """);
        Path clusters = write(
                "clusters",
                """
                current-context: other
                clusters: [{name: k, cluster: {server: "https://k:1"}}]
                users: [{name: u, user: {token: second}}]
                """);
        variables.put(
                "KUBECONFIG",
                contexts + File.pathSeparator + folder.resolve("missing") + File.pathSeparator + clusters);

        Login login = find();

        assertThat(login.config().getMasterUrl()).startsWith("https://k:1");
        assertThat(login.namespace()).contains("team");
        assertThat(header(login)).contains("Bearer first");
    }

    @Test
    @DisplayName(
            "a context that is named takes the place of the current one, also in a pod; a misspelt one is guessed (LOCAL-194)")
    void anotherContext() throws IOException {
        insidePod();
        Path file = write(
                "config",
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k}}, {name: work, context: {cluster: w, namespace: team}}]
                clusters: [{name: k, cluster: {server: "https://k:1"}}, {name: w, cluster: {server: "https://w:1"}}]
                """);
        variables.put("KUBECONFIG", file.toString());
        LoginResolver resolver = resolver();

        Login login = resolver.find(Optional.empty(), Optional.of("work"));
        assertThat(login.config().getMasterUrl()).startsWith("https://w:1");
        assertThat(login.namespace()).contains("team");
        assertThatThrownBy(() -> resolver.find(Optional.empty(), Optional.of("wrok")))
                .isInstanceOf(LoginException.class)
                .hasMessageContaining("there is no context wrok; did you mean \"work\"?; there are c, work");
    }

    @Test
    void pathsInAFileAreRelativeToIt() throws IOException {
        Files.writeString(folder.resolve("token"), "from-file\n");
        Path file = write(
                "config",
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k, user: u}}]
                clusters: [{name: k, cluster: {server: "https://k:1", certificate-authority: ca.pem}}]
                users: [{name: u, user: {tokenFile: token, token: stale}}]
                """);

        Login login = find(Optional.of(file));

        assertThat(login.config().getCaCertFile())
                .isEqualTo(folder.resolve("ca.pem").toString());
        assertThat(header(login)).contains("Bearer from-file");
    }

    @Test
    void insecureServersNamesToImpersonateAndPasswordsAreTakenOver() throws IOException {
        Path file = write(
                "config",
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k, user: u}}]
                clusters: [{name: k, cluster: {server: "https://k:1", insecure-skip-tls-verify: true}}]
                users: [{name: u, user: {username: a, password: b, as: someone, as-groups: [g]}}]
                """);

        Login login = find(Optional.of(file));

        assertThat(login.config().isTrustCerts()).isTrue();
        assertThat(login.config().getImpersonateUsername()).isEqualTo("someone");
        assertThat(login.config().getImpersonateGroups()).containsExactly("g");
        assertThat(header(login)).contains("Basic YTpi");
    }

    @Test
    void theProxyOfTheEnvironmentIsUsedWithItsExceptionsInAnySpelling() throws IOException {
        Path file = kubeconfig("config", "https://k:1");
        variables.put("https_proxy", "http://proxy:3128");
        variables.put("NO_PROXY", "10.0.0.0/8, *.corp ,bad_entry!");

        assertThat(find(Optional.of(file)).config().getHttpsProxy()).isEqualTo("http://proxy:3128");
        for (String excepted : List.of("https://10.1.2.3:6443", "https://k.corp", "https://127.0.0.1:6443")) {
            assertThat(find(Optional.of(kubeconfig("other", excepted))).config().getHttpsProxy())
                    .as(excepted)
                    .isNull();
        }

        variables.put("NO_PROXY", "*");
        assertThat(find(Optional.of(file)).config().getHttpsProxy()).isNull();
    }

    @Test
    void everyMistakeIsNamedWithItsFile() throws IOException {
        assertThatThrownBy(this::find)
                .isInstanceOf(LoginException.class)
                .hasMessageContaining("--kubeconfig")
                .hasMessageContaining("KUBECONFIG");
        assertThatThrownBy(() -> find(Optional.of(folder.resolve("nothing"))))
                .hasMessageContaining("nothing")
                .hasMessageContaining("not a file");
        variables.put("KUBECONFIG", folder.resolve("gone").toString());
        assertThatThrownBy(this::find).hasMessageContaining("KUBECONFIG names").hasMessageContaining("gone");

        assertWrong("contexts: []", "no current-context");
        assertWrong("current-context: c", "no context of that name");
        assertWrong("{current-context: c, contexts: [{name: c, context: {cluster: k}}]}", "names cluster k");
        assertWrong(
                "{current-context: c, contexts: [{name: c, context: {cluster: k, user: u}}],"
                        + " clusters: [{name: k, cluster: {server: 'https://k'}}]}",
                "names user u");
        assertWrong(
                "{current-context: c, contexts: [{name: c, context: {cluster: k, user: u}}],"
                        + " clusters: [{name: k, cluster: {server: 'https://k'}}],"
                        + " users: [{name: u, user: {auth-provider: {name: oidc}}}]}",
                "auth-provider oidc is not supported");
        assertWrong("current-context: [", "cannot be read");
        assertWrong("", "is empty");
    }

    @Test
    @DisplayName("a kubeconfig whose aliases grow without end is refused at once, with file and line (LOCAL-120)")
    void aliasesThatGrow() throws IOException {
        StringBuilder bomb = new StringBuilder("l0: &l0 [x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String item = "*l" + (i - 1);
            bomb.append("l" + i + ": &l" + i + " [" + (item + ", ").repeat(7) + item + "]\n");
        }
        assertWrong(bomb + "current-context: c\n", "aliases repeat more than 100000 values");
    }

    private void assertWrong(String content, String message) throws IOException {
        // Text that begins with a brace would be read as JSON.
        Path file = write("wrong", content.isEmpty() ? "" : "# \n" + content);
        assertThatThrownBy(() -> find(Optional.of(file)))
                .isInstanceOf(LoginException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining(message);
    }

    private Login find() {
        return find(Optional.empty());
    }

    private LoginResolver resolver() {
        return new LoginResolver(new LoginEnvironment(variables, home, serviceAccount));
    }

    private Login find(Optional<Path> file) {
        return resolver().find(file, Optional.empty());
    }

    private static Optional<String> header(Login login) {
        var worker = new BlockingExecutor() {
            @Override
            public <T> CompletionStage<T> run(Callable<T> task) {
                return CompletableFuture.failedFuture(new IOException("not now"));
            }
        };
        return login.credentials(new ManualTimeSource(), Runnable::run, worker).authorization();
    }

    private void insidePod() throws IOException {
        Files.createDirectories(serviceAccount);
        Files.writeString(serviceAccount.resolve("token"), "pod-token\n");
        Files.writeString(serviceAccount.resolve("ca.crt"), "not read here");
        Files.writeString(serviceAccount.resolve("namespace"), "kubeflow-system\n");
        variables.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
        variables.put("KUBERNETES_SERVICE_PORT", "443");
    }

    private void inHome(String server) throws IOException {
        Files.createDirectories(home.resolve(".kube"));
        Files.copy(kubeconfig("template", server), home.resolve(".kube").resolve("config"));
    }

    private Path kubeconfig(String name, String server) throws IOException {
        return write(
                name,
                """
                current-context: c
                contexts: [{name: c, context: {cluster: k}}]
                clusters: [{name: k, cluster: {server: "%s"}}]
                """
                        .formatted(server));
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }
}

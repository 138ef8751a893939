package io.trainyard.launcher.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.foundation.yaml.YamlWriter;
import io.trainyard.launcher.documents.DocumentedCommand;
import io.trainyard.launcher.documents.Documents;
import io.trainyard.launcher.process.Distribution;
import io.trainyard.testcluster.ControllerProcess;
import io.trainyard.testcluster.RealCluster;
import io.trainyard.testcluster.TestCluster;
import io.trainyard.testcluster.WebhookConfigurations;
import io.trainyard.testcluster.process.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody who has {@code kubeflow-trainer-edit} in the namespace team-a and nothing else, on what {@code docs/operate/install.md} installs. Commands come from the
 * documents themselves, so a new one is tried by itself. Of the pages for administrators kubectl only reads the commands.
 */
@DisplayName("What a user of one namespace may do (OPS-64, OPS-160 to OPS-163)")
@RealCluster(customResourceDefinitions = "../deploy/crds")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class OrdinaryUserIT {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** Some commands go on until they are interrupted. */
    private static final Duration FOLLOWED = Duration.ofSeconds(10);

    private static final String SYSTEM = "kubeflow-system";
    private static final String MANAGER = "kubeflow-trainer-controller-manager";
    private static final String TEAM = "team-a";
    private static final String JOB = "trained";

    /** Commands about the reader's own machine; other tests run them. */
    private static final Set<String> LOCAL = Set.of(
            "run", "dev", "launch", "init", "up", "down", "status", "top", "ps", "logs", "attach", "exec", "shell",
            "scale", "stop", "clean");

    private static final List<AutoCloseable> OPEN = new ArrayList<>();

    private static Path project;
    private static Path kubeconfig;
    private static KubernetesClient admin;

    private record Run(int code, String output) {}

    @BeforeAll
    static void install(TestCluster cluster, @TempDir Path folder) throws Exception {
        admin = cluster.adminClient();
        // The first start after a build makes what later ones are quick by.
        new Tool(Distribution.program()).run("version").expectSuccess();
        Manifests manifests = Manifests.write(
                cluster, folder, Tool.kustomize("overlays/standalone") + "---\n" + Tool.kustomize("overlays/runtimes"));
        OPEN.add(manifests::delete);
        manifests.apply();
        // The webhooks have to reach this machine, so they are installed once more, in the manner of the test cluster.
        admin.services().inNamespace(SYSTEM).withName(MANAGER).delete();
        manifests.objects().stream()
                .filter(object -> object.getKind().endsWith("WebhookConfiguration"))
                .forEach(object -> admin.resource(object).delete());
        int port = PortRange.DEFAULT.choose(1, new Random()).get(0);
        WebhookConfigurations webhooks = WebhookConfigurations.install(cluster, Tool.DEPLOY.resolve("webhooks"), port);
        OPEN.add(webhooks);
        ControllerProcess controller = new InstalledController(cluster, SYSTEM, MANAGER, "kubeflow-trainer-config")
                .start(folder, port, Map.of());
        OPEN.add(controller);
        webhooks.awaitAuthority();
        await("a leader").atMost(LIMIT).until(() -> controller.output().contains("starting to reconcile"));
        kubeconfig = login(cluster, folder);
        project = makeProject(folder);
        letIn(cluster);
        kubectl(
                "apply",
                "-f",
                write("start.yaml", job(JOB, "torch-elastic") + "---\n" + job("bert", "plain-distributed")));
        cluster.pods(TEAM).awaitRunning(2, Map.of("jobset.sigs.k8s.io/jobset-name", JOB));
        cluster.pods(TEAM).awaitRunning(2, Map.of("jobset.sigs.k8s.io/jobset-name", "bert"));
    }

    /** As the page for administrators says, and with the claim's volume, which nobody makes here. */
    private static void letIn(TestCluster cluster) throws IOException {
        List<String> asAdministrator = new ArrayList<>(List.of("kubectl create namespace " + TEAM));
        Documents.commandsOf("docs/operate/install.md", "4. Let people in")
                .forEach(command -> asAdministrator.add(command.text()));
        assertThat(asAdministrator).anyMatch(command -> command.contains("--clusterrole=kubeflow-trainer-edit"));
        for (String command : asAdministrator) {
            Run run = shell(command, cluster.kubeconfig());
            assertThat(run.code()).as(command + "\n" + run.output()).isZero();
        }
        OPEN.add(() -> admin.rbac().clusterRoleBindings().withName("watchers").delete());
        OPEN.add(() -> admin.namespaces().withName(TEAM).delete());
        await("the account of pods")
                .atMost(LIMIT)
                .until(() -> admin.serviceAccounts()
                                .inNamespace(TEAM)
                                .withName("default")
                                .get()
                        != null);
        kubectl(
                "apply",
                "-f",
                write(
                        "claim.yaml",
                        """
                        apiVersion: v1
                        kind: PersistentVolumeClaim
                        metadata: {name: code}
                        spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
                        """));
    }

    @AfterAll
    static void close() throws Exception {
        for (int i = OPEN.size() - 1; i >= 0; i--) {
            OPEN.get(i).close();
        }
        OPEN.clear();
    }

    /** A user of the group team-a whose context names the namespace, as kubectl has it for most users. */
    private static Path login(TestCluster cluster, Path folder) throws IOException {
        Map<String, Object> config = Tree.object(Yaml.parse(Files.readString(cluster.kubeconfig())));
        Map<String, Object> user =
                Tree.object(Tree.objects(config, "users").get(0).get("user"));
        user.put("as", "ada");
        user.put("as-groups", List.of(TEAM, "system:authenticated"));
        Tree.object(Tree.objects(config, "contexts").get(0).get("context")).put("namespace", TEAM);
        return Files.writeString(folder.resolve("ada.kubeconfig"), YamlWriter.write(config));
    }

    /** What a reader has beside himself: the program, kubectl, the examples, a script and a TrainJob with its runtime. */
    private static Path makeProject(Path folder) throws IOException {
        Path made = Files.createDirectories(folder.resolve("project"));
        Files.writeString(made.resolve("train.py"), "print('hello')\n");
        copyExamples(made);
        Path programs = Files.createDirectories(folder.resolve("bin"));
        for (Path program : List.of(TestCluster.kubectl(), Distribution.program())) {
            Path start = Files.writeString(
                    programs.resolve(program.getFileName()), "#!/bin/sh\nexec " + program + " \"$@\"\n");
            Files.setPosixFilePermissions(start, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return made;
    }

    private static void copyExamples(Path made) throws IOException {
        Path examples = Tool.DEPLOY.resolveSibling("examples");
        for (String folder : List.of("", "llm")) {
            Path copies = Files.createDirectories(made.resolve("examples").resolve(folder));
            try (Stream<Path> files = Files.list(examples.resolve(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                    Files.copy(file, copies.resolve(file.getFileName()));
                }
            }
        }
        String pair = Files.readString(examples.resolve("plain.yaml"));
        Files.writeString(made.resolve("runtime.yaml"), pair.substring(0, pair.indexOf("\n---")));
        Files.writeString(Files.createDirectories(made.resolve("jobs")).resolve("plain.yaml"), pair);
    }

    private static String job(String name, String runtime) {
        return """
               apiVersion: trainer.kubeflow.org/v1alpha1
               kind: TrainJob
               metadata: {name: %s}
               spec:
                 runtimeRef: {name: %s}
                 trainer: {numNodes: 2, image: example.com/image, command: [python3, train.py]}
               """
                .formatted(name, runtime);
    }

    private static String write(String name, String content) {
        try {
            return Files.writeString(project.resolve(name), content).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Run shell(String command, Path as) {
        return shell(command, as, FOLLOWED);
    }

    /** What the user types, and what both streams say; 124 when it had not ended after so long. */
    private static Run shell(String command, Path as, Duration limit) {
        String seconds = String.valueOf(limit.toSeconds());
        ProcessBuilder builder = new ProcessBuilder("timeout", "-s", "INT", "-k", "5", seconds, "bash", "-c", command)
                .directory(project.toFile())
                .redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", as.toString());
        builder.environment().put("HOME", project.getParent().toString());
        builder.environment().merge("PATH", project.resolveSibling("bin").toString(), (path, own) -> own + ":" + path);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void kubectl(String... words) {
        Run run = shell("kubectl " + String.join(" ", words), kubeconfig);
        assertThat(run.code()).as(run.output()).isZero();
    }

    private static Run trainyard(String words) {
        return shell("trainyard " + words, kubeconfig);
    }

    @TestFactory
    @Order(1)
    @DisplayName(
            "every command of the pages for data scientists works, without a right that is missing and an option that is unknown")
    Stream<DynamicTest> documentedCommands() {
        List<DocumentedCommand> commands = Documents.forDataScientists().stream()
                .flatMap(page -> Documents.commandsForDataScientists(page).stream())
                .filter(command -> !isLocal(command))
                .distinct()
                // What is deleted is needed by the others.
                .sorted(Comparator.comparing(command -> command.text().contains(" delete ")))
                .toList();
        assertThat(commands).hasSizeGreaterThan(20);
        return commands.stream().map(command -> dynamicTest(command.toString(), () -> works(command)));
    }

    private static boolean isLocal(DocumentedCommand command) {
        return command.isOf("trainyard") && LOCAL.contains(command.words().get(1));
    }

    private static void works(DocumentedCommand command) {
        String text = command.with(values()).text();
        String own = command.page().replaceAll("[^a-z]", "-");
        write(
                "job.yaml",
                command.jobFile().isEmpty()
                        ? job("of" + own.replaceAll("-md$", ""), "plain-distributed")
                        : command.jobFile());
        // Objects come a moment after the TrainJob that they belong to.
        await(text)
                .atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    Run run = shell(text, kubeconfig);
                    assertThat(run.output())
                            .as(text)
                            .doesNotContainIgnoringCase(
                                    "forbidden",
                                    "unknown flag",
                                    "unknown command",
                                    "there is no option",
                                    "there is no command")
                            .doesNotContain("You may not", "doesn't have a resource type");
                    // Programs of simulated pods cannot be entered.
                    boolean follows = text.contains(" -f ") || text.contains("--watch");
                    return run.code() == 0
                            || follows && run.code() == 124
                            || text.contains(" exec ")
                            || text.contains("--upload");
                });
    }

    private static Map<String, String> values() {
        String pod = admin.pods()
                .inNamespace(TEAM)
                .withLabel("jobset.sigs.k8s.io/jobset-name", "bert")
                .list()
                .getItems()
                .get(0)
                .getMetadata()
                .getName();
        return Map.of(
                "NAMESPACE",
                TEAM,
                "NAME",
                JOB,
                "JOB",
                JOB,
                "POD",
                pod,
                "FOLDER",
                "jobs",
                "FILE",
                "examples/plain.yaml");
    }

    @Test
    @Order(2)
    @DisplayName("all examples are applied and deleted, those with a runtime of the namespace, too")
    void examples() {
        Run applied = shell("kubectl apply -f examples -f examples/llm", kubeconfig, LIMIT);
        assertThat(applied.code()).as(applied.output()).isZero();
        await("the first example to run").atMost(LIMIT).untilAsserted(() -> assertThat(
                        shell("kubectl get trainjob hello", kubeconfig).output())
                .contains("Running"));
        kubectl("delete", "-f", "examples", "-f", "examples/llm", "--wait=false");
    }

    @Test
    @Order(3)
    @DisplayName(
            "why asks the namespace of the context, another one with -n, all with -A; what is missing is told with what to type (OPS-160, OPS-161)")
    void namespaces() {
        assertThat(trainyard("why bert").output()).startsWith("TrainJob bert (");
        Run unknown = trainyard("why brt");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.output())
                .contains(
                        "Namespace team-a has no TrainJob brt; did you mean \"bert\"?",
                        ". Search another one with -n NAMESPACE, or all with -A.");
        assertThat(trainyard("why bert -n default").output())
                .contains(
                        "cannot get resource \"trainjobs\"",
                        ". You may not get trainjobs in namespace default. Use -n with a namespace in which you may");
        assertThat(trainyard("report bert -A").output())
                .contains(". You may not list trainjobs in all namespaces. Use -n with a namespace in which you may.");
        assertThat(trainyard("submit -n default -- python train.py").output())
                .contains(". You may not create configmaps in namespace default. ");
    }

    @Test
    @Order(4)
    @DisplayName(
            "commands about runs of this machine tell what to type about a TrainJob of the cluster, and that works (LOCAL-380)")
    void kubectlInstead() {
        for (String command : List.of("status", "logs", "top")) {
            Run run = trainyard(command + " bert");
            assertThat(run.code()).as(run.output()).isEqualTo(2);
            assertThat(run.output()).contains("This command covers only local runs", "type: kubectl -n team-a ");
            String instead = run.output().replaceAll("(?s).*type: (kubectl [^\\n]*?)(  \\(.*)?\\n.*", "$1");
            assertThat(shell(instead, kubeconfig))
                    .as(instead)
                    .extracting(Run::code)
                    .isEqualTo(0);
        }
    }

    @Test
    @Order(5)
    @DisplayName("kubectl knows the options of every command of the pages for administrators")
    void pagesForAdministrators() {
        List<String> wrong = new ArrayList<>();
        for (String page : Documents.all()) {
            for (DocumentedCommand command : Documents.commandsOf(page)) {
                if (command.isOf("kubectl")) {
                    List<String> words = command.with(values()).withOption("--help");
                    Tool.Result seen =
                            Tool.kubectl().run(words.subList(1, words.size()).toArray(String[]::new));
                    if (seen.code() != 0) {
                        wrong.add(command + ": "
                                + seen.output().lines().findFirst().orElse(""));
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }
}

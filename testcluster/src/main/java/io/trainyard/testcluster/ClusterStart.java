package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.trainyard.testcluster.process.Component;
import io.trainyard.testcluster.process.ComponentGroup;
import io.trainyard.testcluster.process.HttpProbe;
import io.trainyard.testcluster.process.Readiness;
import io.trainyard.testcluster.programs.Manifests;
import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.Programs;
import io.trainyard.testcluster.setup.AuditPolicy;
import io.trainyard.testcluster.setup.CommandLines;
import io.trainyard.testcluster.setup.CoschedulingConfiguration;
import io.trainyard.testcluster.setup.FakeNodes;
import io.trainyard.testcluster.setup.JobSetObjects;
import io.trainyard.testcluster.setup.Kubeconfig;
import io.trainyard.testcluster.setup.KubeflowTrainerObjects;
import io.trainyard.testcluster.setup.KueueObjects;
import io.trainyard.testcluster.setup.PortPlan;
import io.trainyard.testcluster.setup.RunFolder;
import io.trainyard.testcluster.setup.ServingCertificate;
import io.trainyard.testcluster.setup.SigningKey;
import io.trainyard.testcluster.setup.Tokens;
import io.trainyard.testcluster.setup.User;
import io.trainyard.testcluster.setup.WebhookCaller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The steps from nothing to a running cluster. What a failed step leaves behind is for the caller to close. */
final class ClusterStart implements AutoCloseable {

    static final String API_SERVER = "kube-apiserver";
    static final String ETCD = "etcd";
    static final String JOBSET = "jobset";
    static final String CONTROLLER_MANAGER = "kube-controller-manager";

    private static final Readiness READINESS = new Readiness(Duration.ofMinutes(3));

    private volatile Options options;
    /** Names of the components. */
    private volatile Set<String> started = Set.of();
    /** Whether kinds came or went since the controller manager started. */
    private volatile boolean managerIsOld;

    private final RunFolder folder;
    private final CommandLines commands;
    private final ServingCertificate certificate;
    private final PortPlan ports;
    private final Tokens tokens = Tokens.random();
    private final ComponentGroup components;
    private final HttpProbe probe;
    private final KubernetesClient client;

    private ClusterStart(Options options, Programs programs, RunFolder folder)
            throws IOException, InterruptedException {
        this.options = options;
        this.folder = folder;
        this.ports = PortPlan.choose(options.ports(), new SecureRandom());
        this.certificate = ServingCertificate.create(folder.pki());
        this.commands = new CommandLines(programs, folder, ports, certificate, SigningKey.create(folder.pki()));
        this.probe = new HttpProbe(certificate.pem(), tokens.of(User.ADMIN));
        this.client = new KubernetesClientBuilder().withConfig(administrator()).build();
        this.components = ComponentGroup.open(folder.logs());
    }

    /** With time enough to delete a collection of many objects on a busy machine. */
    private Config administrator() {
        return new ConfigBuilder(Config.fromKubeconfig(kubeconfig(User.ADMIN).yaml()))
                .withRequestTimeout(60_000)
                .build();
    }

    /** Prepares files, ports and a client; starts nothing. */
    static ClusterStart prepare(Options options, Programs programs, RunFolder folder)
            throws IOException, InterruptedException {
        ClusterStart start = new ClusterStart(options, programs, folder);
        try {
            start.writeFiles();
            return start;
        } catch (IOException | RuntimeException | Error e) {
            start.close();
            throw e;
        }
    }

    /** Starts everything, and blocks until all of it is ready. */
    void run() {
        startEtcd();
        startApiServer();
        CustomResourceDefinitions definitions = new CustomResourceDefinitions(client);
        definitions.create(List.of(commands.programs().manifests().jobSetCustomResourceDefinition()));
        if (options.addOns().contains(AddOn.KUBEFLOW_TRAINER)) {
            definitions.install(options.customResourceDefinitions());
        } else {
            definitions.create(options.customResourceDefinitions());
        }
        if (options.addOns().contains(AddOn.KUEUE)) {
            definitions.install(List.of(commands.programs().manifests().definitionsOf(Program.KUEUE)));
        }
        if (options.kind() == ClusterKind.FULL) {
            startControllers();
        }
        started = components.running().stream().map(Component::name).collect(Collectors.toUnmodifiableSet());
    }

    void startEtcd() {
        components.start(ETCD, commands.etcd());
    }

    void startApiServer() {
        Component apiServer =
                components.start(API_SERVER, commands.apiServer(options.audit(), options.serviceAccounts()));
        await(apiServer, ports.apiServerUrl() + "/readyz");
    }

    void startJobSet() {
        await(components.start(JOBSET, commands.jobSet()), "http://127.0.0.1:" + ports.jobSetHealth() + "/readyz");
    }

    private void startControllers() {
        Component manager = components.start(CONTROLLER_MANAGER, commands.controllerManager());
        Component scheduler = components.start("kube-scheduler", commands.scheduler());
        Component jobSet = components.start(JOBSET, commands.jobSet());
        if (options.addOns().contains(AddOn.COSCHEDULING)) {
            Component gangs = components.start("coscheduling-scheduler", commands.coschedulingScheduler());
            await(gangs, "https://127.0.0.1:" + ports.gangScheduler() + "/readyz");
        }
        Component kwok = components.start("kwok", commands.kwok());
        apply(JobSetObjects.all(
                commands.programs().manifests().jobSetWebHooks(), ports.jobSetWebHooks(), certificate.pem()));
        for (int number = 1; number <= options.nodes(); number++) {
            client.resource(FakeNodes.node(number)).create();
        }
        await(jobSet, "http://127.0.0.1:" + ports.jobSetHealth() + "/readyz");
        awaitManager(manager);
        await(scheduler, "https://127.0.0.1:" + ports.scheduler() + "/readyz");
        READINESS.await(kwok, components.running(), this::allNodesAreReady);
        if (options.addOns().contains(AddOn.KUEUE)) {
            startKueue();
        }
    }

    /** Makes the definitions again what the options say. */
    void restoreDefinitions(InitialState.DefinitionChanges changes) {
        new CustomResourceDefinitions(client).restore(definitions(options), changes.added(), changes.different());
        managerIsOld =
                managerIsOld || !changes.added().isEmpty() || !changes.removed().isEmpty();
    }

    /** Makes the running cluster one of other options, which equal those that it has or can follow them. Blocks until it is ready. */
    void become(Options wanted) {
        Options before = options;
        options = wanted;
        boolean isOther = new CustomResourceDefinitions(client).exchange(definitions(before), definitions(wanted));
        if ((isOther || managerIsOld) && wanted.kind() == ClusterKind.FULL) {
            // Its garbage collector takes half a minute to hear of kinds that came or went, unless it starts.
            components.kill(CONTROLLER_MANAGER);
            awaitManager(components.start(CONTROLLER_MANAGER, commands.controllerManager()));
        }
        managerIsOld = false;
        if (!before.addOns().equals(wanted.addOns())) {
            restartJobSet();
        }
    }

    /** What of its components is not as it was after the start; empty if all run that ran then, and no others. */
    Optional<String> difference() {
        Set<String> now = new TreeSet<>();
        for (Component component : components.running()) {
            component.requireRunning();
            now.add(component.name());
        }
        Set<String> changed = new TreeSet<>(now);
        changed.addAll(started);
        changed.removeIf(name -> now.contains(name) && started.contains(name));
        return changed.stream().findFirst().map(name -> name + (now.contains(name) ? " still runs" : " does not run"));
    }

    private List<Path> definitions(Options of) {
        List<Path> all = new ArrayList<>();
        all.add(commands.programs().manifests().jobSetCustomResourceDefinition());
        all.addAll(of.customResourceDefinitions());
        return all;
    }

    private void restartJobSet() {
        try {
            writeJobSetConfiguration();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write JobSet's configuration in " + folder.path(), e);
        }
        components.kill(JOBSET);
        startJobSet();
    }

    private void awaitManager(Component manager) {
        await(manager, "https://127.0.0.1:" + ports.controllerManager() + "/healthz");
    }

    private void startKueue() {
        apply(KueueObjects.all(
                commands.programs().manifests().webHooksOf(Program.KUEUE), ports.kueueWebHooks(), certificate.pem()));
        KueueObjects.CONVERTED.forEach(name -> client.apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(name)
                .patch(PatchContext.of(PatchType.JSON_MERGE), KueueObjects.conversion(ports.kueueWebHooks())));
        Component kueue = components.start("kueue", commands.kueue());
        READINESS.await(kueue, components.running(), this::kueueHasItsCertificate);
        await(kueue, "http://127.0.0.1:" + ports.kueueHealth() + "/readyz");
    }

    /** Does what a kubelet does for the volume of a Secret. */
    private boolean kueueHasItsCertificate() throws IOException {
        Map<String, String> data = client.secrets()
                .inNamespace(KueueObjects.NAMESPACE)
                .withName(KueueObjects.SECRET)
                .require()
                .getData();
        if (data == null || !data.containsKey("tls.crt")) {
            return false;
        }
        // It waits for the certificate, so that is the last one.
        for (String name : List.of("tls.key", "tls.crt")) {
            Files.write(
                    folder.kueueCertificates().resolve(name),
                    Base64.getDecoder().decode(data.get(name)));
        }
        return true;
    }

    /** Starts Kubeflow Trainer's controller with its definitions and webhooks, and waits until it is ready. */
    KubeflowTrainer startKubeflowTrainer(String sections) {
        writeFilesOfKubeflowTrainer(sections);
        Manifests manifests = commands.programs().manifests();
        new CustomResourceDefinitions(client).install(List.of(manifests.definitionsOf(Program.KUBEFLOW_TRAINER)));
        long begin = System.nanoTime();
        Component controller = components.start(
                KubeflowTrainer.NAME,
                commands.kubeflowTrainer(),
                Map.of("TMPDIR", folder.kubeflowTrainerFiles().toString()));
        List<GenericKubernetesResource> objects = KubeflowTrainerObjects.all(
                manifests.webHooksOf(Program.KUBEFLOW_TRAINER), ports.kubeflowTrainerWebHooks(), certificate.pem());
        await(controller, "http://127.0.0.1:" + ports.kubeflowTrainerHealth() + "/readyz");
        Duration startTime = Duration.ofNanos(System.nanoTime() - begin);
        apply(objects);
        return new KubeflowTrainer(components, client, objects, startTime);
    }

    private void apply(List<GenericKubernetesResource> objects) {
        objects.forEach(object -> client.resource(object)
                .fieldManager("testcluster")
                .forceConflicts()
                .serverSideApply());
    }

    private boolean allNodesAreReady() {
        return client.nodes().list().getItems().stream()
                        .filter(node -> node.getSpec().getTaints().isEmpty())
                        .flatMap(node -> node.getStatus().getConditions().stream())
                        .filter(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()))
                        .count()
                >= options.nodes();
    }

    private void await(Component component, String page) {
        READINESS.await(component, components.running(), probe.isWell(page));
    }

    private void writeFiles() throws IOException {
        Files.writeString(folder.tokens(), tokens.file());
        for (User user : User.values()) {
            Files.writeString(folder.kubeconfig(user), kubeconfig(user).yaml());
        }
        Files.writeString(folder.webhookCaller(), WebhookCaller.kubeconfig(certificate));
        Files.writeString(folder.admissionConfiguration(), WebhookCaller.configuration(folder.webhookCaller()));
        if (options.audit()) {
            Files.writeString(folder.auditPolicy(), AuditPolicy.yaml());
            Files.createFile(folder.auditLog());
        }
        if (options.kind() == ClusterKind.FULL) {
            writeJobSetConfiguration();
            Files.writeString(
                    folder.coschedulingConfiguration(),
                    CoschedulingConfiguration.yaml(AddOn.COSCHEDULING_SCHEDULER_NAME, folder.kubeconfig(User.ADMIN)));
            Files.createDirectories(folder.kueueCertificates());
            Files.writeString(
                    folder.kueueConfiguration(), KueueObjects.configuration(ports, folder.kueueCertificates()));
            Files.writeString(folder.podLog(), FakeNodes.podLog());
            Files.writeString(
                    folder.stages(),
                    FakeNodes.stages(
                            commands.programs().manifests().simpleStages(),
                            commands.programs().manifests().completeStage(),
                            folder.podLog()));
        }
    }

    private void writeJobSetConfiguration() throws IOException {
        Files.writeString(
                folder.jobSetConfiguration(),
                JobSetObjects.configuration(ports, certificate, options.addOns().contains(AddOn.ELASTIC_JOBSET)));
    }

    private void writeFilesOfKubeflowTrainer(String sections) {
        try {
            Files.writeString(
                    folder.kubeflowTrainerConfiguration(), KubeflowTrainerObjects.configuration(ports, sections));
            Path certificates = Files.createDirectories(
                    folder.kubeflowTrainerFiles().resolve(KubeflowTrainerObjects.certificateFolder()));
            for (Path file : List.of(certificate.certificateFile(), certificate.keyFile())) {
                Files.copy(file, certificates.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of Kubeflow Trainer in " + folder.path(), e);
        }
    }

    private Kubeconfig kubeconfig(User user) {
        return new Kubeconfig(ports.apiServerUrl(), certificate.pem(), user.userName(), tokens.of(user));
    }

    Options options() {
        return options;
    }

    RunFolder folder() {
        return folder;
    }

    ServingCertificate certificate() {
        return certificate;
    }

    ComponentGroup components() {
        return components;
    }

    KubernetesClient client() {
        return client;
    }

    String apiServerUrl() {
        return ports.apiServerUrl();
    }

    StoredKinds storedKinds() {
        return new StoredKinds(ports.etcdClients());
    }

    /** @param begin the length of the file from which on requests count */
    AuditLog auditLog(long begin) {
        HttpProbe subject = new HttpProbe(certificate.pem(), tokens.of(User.SUBJECT));
        return new AuditLog(
                folder.auditLog(), begin, name -> subject.ask(ports.apiServerUrl() + "/api/v1/namespaces/" + name));
    }

    @Override
    public void close() {
        client.close();
        components.close();
    }
}

package io.trainyard.testcluster;

import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.trainyard.testcluster.faults.FaultProxy;
import io.trainyard.testcluster.faults.ProxyTarget;
import io.trainyard.testcluster.process.Component;
import io.trainyard.testcluster.process.ComponentFailedException;
import io.trainyard.testcluster.programs.BuildFailedException;
import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.ProgramFinder;
import io.trainyard.testcluster.programs.Programs;
import io.trainyard.testcluster.setup.RunFolder;
import io.trainyard.testcluster.setup.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A running Kubernetes control plane on 127.0.0.1. In tests, {@link RealCluster} is the easier way to one.
 *
 * <p>All methods block, for seconds where a component starts, and may be called from any thread but an event loop.
 * Everything ends when this is closed, and also when the virtual machine exits or is killed.
 */
public final class TestCluster implements AutoCloseable {

    /** System property: {@code true} keeps the logs of every cluster, not only of those that failed. */
    public static final String KEEP_PROPERTY = "testcluster.keep";

    private static final int ATTEMPTS = 3;
    private static final Duration RESTORE_LIMIT = Duration.ofSeconds(30);

    private final ClusterStart running;
    private final NamespaceCleaner cleaner;
    private volatile InitialState initialState;
    private volatile boolean logsAreKept = Boolean.getBoolean(KEEP_PROPERTY);
    /** Whether somebody did to it what no deletion makes good. */
    private volatile boolean isDisturbed;

    private volatile long auditBegin;

    private TestCluster(ClusterStart running) {
        this.running = running;
        this.cleaner = new NamespaceCleaner(running.client(), running.storedKinds());
        this.initialState = InitialState.of(running.client(), running.storedKinds());
    }

    /**
     * Starts a cluster and blocks until it is ready; programs that are missing are built first, which takes minutes.
     * One line of progress per built program goes to the standard error stream.
     *
     * @throws BuildFailedException when a program can be neither found nor built
     * @throws ComponentFailedException when a component ends or is not ready in time; everything is stopped then
     */
    public static TestCluster start(Options options) {
        return start(options, ProgramFinder.forThisUser(System.err::println));
    }

    static TestCluster start(Options options, ProgramFinder finder) {
        Programs programs = finder.find(options.programs());
        for (int attempt = 1; ; attempt++) {
            try {
                return start(options, programs, RunFolder.temporary());
            } catch (ComponentFailedException e) {
                // Between our choice of a port and its use, another program may have taken it.
                if (!e.isAddressInUse() || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    static TestCluster start(Options options, Programs programs, RunFolder folder) {
        try {
            ClusterStart start = ClusterStart.prepare(options, programs, folder);
            try {
                start.run();
                return new TestCluster(start);
            } catch (RuntimeException | Error e) {
                start.close();
                folder.deleteData();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare a cluster in " + folder.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while preparing a cluster in " + folder.path(), e);
        }
    }

    public Options options() {
        return running.options();
    }

    /** The address of the API server; it stays the same when the API server is stopped and started. */
    public String apiServerUrl() {
        return running.apiServerUrl();
    }

    /** The kubeconfig file of a user who may do everything. */
    public Path kubeconfig() {
        return running.folder().kubeconfig(User.ADMIN);
    }

    /** The kubeconfig file of the user "subject", who may do everything and whose requests are audited. */
    public Path subjectKubeconfig() {
        return running.folder().kubeconfig(User.SUBJECT);
    }

    /** The kubeconfig file of the user "restricted", who may do nothing until a test binds a role to that name. */
    public Path restrictedKubeconfig() {
        return running.folder().kubeconfig(User.RESTRICTED);
    }

    /** The authority, in PEM, of the client certificate that the API server shows to webhooks. */
    public Path webhookCallerAuthority() {
        return running.certificate().certificateFile();
    }

    /** The program kubectl of the cluster's release; built when it is missing, which takes a minute. */
    public static Path kubectl() {
        return ProgramFinder.forThisUser(System.err::println)
                .find(List.of(Program.KUBECTL))
                .path(Program.KUBECTL);
    }

    /** A client that may do everything. It belongs to the cluster, which closes it. */
    public KubernetesClient adminClient() {
        return running.client();
    }

    /**
     * A client that may do everything, and hears at once of a request that fails; {@link #adminClient} asks again for 20 s after an answer from 500 on. It
     * belongs to the caller, who closes it.
     */
    public KubernetesClient openClientWithoutRetries() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(adminClient().getConfiguration())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    /** Where the cluster's files are; logs lie in its folder {@code logs}. */
    public Path runFolder() {
        return running.folder().path();
    }

    /** The requests of the user "subject"; an error unless the options asked for auditing. */
    public AuditLog auditLog() {
        if (!options().audit()) {
            throw new IllegalStateException(
                    "this cluster keeps no audit log; ask for it with Options.withAudit(true) or @RealCluster(audit = true)");
        }
        return running.auditLog(auditBegin);
    }

    /** The pods of a namespace; an error in a bare cluster, where no pod ever runs. */
    public SimulatedPods pods(String namespace) {
        if (options().kind() == ClusterKind.BARE) {
            throw new IllegalStateException("pods run only in a full cluster; this one is bare");
        }
        return new SimulatedPods(adminClient(), namespace);
    }

    /**
     * Adds a fake node; {@code close} removes it. With a resource that no other node has, a test has room of its own.
     *
     * @param size capacity by resource; {@code pods}, {@code cpu} and {@code memory} are large unless given
     */
    public TestNode addNode(String name, Map<String, Quantity> size) {
        return TestNode.add(running.client(), name, size);
    }

    NamespaceCleaner namespaceCleaner() {
        return cleaner;
    }

    /** Makes a namespace; closing it deletes it. */
    public TestNamespace createNamespace(String prefix) {
        return TestNamespace.create(this, prefix);
    }

    /**
     * Installs resource definitions by server-side apply, and waits until the API server serves them.
     *
     * @param filesAndFolders YAML or JSON files, or folders with such files, that hold nothing but definitions
     */
    public void installCustomResourceDefinitions(Path... filesAndFolders) {
        new CustomResourceDefinitions(adminClient()).install(List.of(filesAndFolders));
    }

    /**
     * Kills the API server, as a crash would. Its data stay; {@link #startApiServer} brings them back. Whoever shares the
     * cluster notices, so a test class that does this should not run at the same time as others.
     */
    public void stopApiServer() {
        if (options().kind() == ClusterKind.FULL) {
            // Its controllers try less and less often to reach it, up to half a minute.
            isDisturbed = true;
        }
        running.components().kill(ClusterStart.API_SERVER);
    }

    /** Starts the API server again, at the same address and with the same data, and waits until it is ready. */
    public void startApiServer() {
        running.startApiServer();
    }

    /**
     * Starts Kubeflow Trainer's controller, and waits until it is ready. Its definitions take the place of those that are there, as its own manifests
     * do; {@link #installCustomResourceDefinitions} puts ours back. An error unless the options asked for {@link AddOn#KUBEFLOW_TRAINER}.
     */
    public KubeflowTrainer startKubeflowTrainer() {
        return startKubeflowTrainer(KubeflowTrainer.FOR_TESTS);
    }

    /**
     * As {@link #startKubeflowTrainer()}.
     *
     * @param sections YAML of its configuration: {@code leaderElection} and {@code clientConnection}, where it shall not have its own defaults; ends with
     *     a line break unless it is empty
     */
    public KubeflowTrainer startKubeflowTrainer(String sections) {
        isDisturbed = true;
        return running.startKubeflowTrainer(sections);
    }

    /** A proxy before the API server, for faults between it and a client. It belongs to the caller, who closes it. */
    public FaultProxy startFaultProxy() {
        return FaultProxy.start(proxyTarget());
    }

    /** What a proxy needs that stands before the API server. */
    public ProxyTarget proxyTarget() {
        return new ProxyTarget(
                apiServerUrl(),
                running.certificate().certificateFile(),
                running.certificate().keyFile(),
                runFolder(),
                true);
    }

    /** The version of the present state, as {@link FaultProxy#showThePast} takes it later. */
    public String resourceVersion() {
        return adminClient()
                .namespaces()
                .list(new ListOptionsBuilder().withLimit(1L).build())
                .getMetadata()
                .getResourceVersion();
    }

    /** Kills JobSet's controller, and its webhooks with it; {@link #startJobSet} brings them back. An error in a bare cluster. */
    public void stopJobSet() {
        running.components().kill(ClusterStart.JOBSET);
    }

    /** Starts JobSet's controller again, and waits until it is ready. */
    public void startJobSet() {
        running.startJobSet();
    }

    /**
     * Stops etcd and the API server, copies their data, and starts them again.
     *
     * @return the copy, for {@link #restore}
     */
    public Path backup() {
        Path copy = runFolder().resolve("backup-" + System.nanoTime());
        whileStopped(() -> running.folder().copyEtcdData(copy));
        return copy;
    }

    /** Puts a {@link #backup} in the place of the present state. Versions begin again where they were then, as after {@code etcdutl snapshot restore}. */
    public void restore(Path backup) {
        whileStopped(() -> running.folder().replaceEtcdData(backup));
    }

    private void whileStopped(Runnable change) {
        isDisturbed = true;
        stopApiServer();
        running.components().kill(ClusterStart.ETCD);
        change.run();
        running.startEtcd();
        startApiServer();
    }

    /** The process of the API server, for whoever measures what it uses; another one after {@link #startApiServer}. */
    public ProcessHandle apiServerProcess() {
        return process(ClusterStart.API_SERVER);
    }

    /** The process of etcd, for whoever measures what it uses. */
    public ProcessHandle etcdProcess() {
        return process(ClusterStart.ETCD);
    }

    /** The process of a component; another one after each start. */
    ProcessHandle process(String component) {
        return running.components().require(component).handle();
    }

    /** Makes {@link #close} leave the logs where they are, for somebody who wants to see why a test failed. */
    public void keepLogs() {
        logsAreKept = true;
    }

    /**
     * Makes it what it was before its first user, for the next one. Blocks until that is done.
     *
     * @return why it cannot be; empty if it is
     */
    Optional<String> restoreInitialState() {
        if (isDisturbed) {
            return Optional.of("its components were changed");
        }
        Optional<String> component = running.difference();
        if (component.isPresent()) {
            return component;
        }
        Optional<String> problem = initialState.restore(RESTORE_LIMIT, running::restoreDefinitions);
        forgetAudited();
        return problem;
    }

    /**
     * Makes it a new cluster of other options: its definitions and components become theirs, nothing else is in it. Blocks, for seconds where a component
     * starts again. To be called when it has nothing but its {@link #restoreInitialState initial state}.
     *
     * @param wanted options that equal those that it has, or can follow them
     */
    void become(Options wanted) {
        running.become(wanted);
        initialState = InitialState.of(running.client(), running.storedKinds());
        forgetAudited();
    }

    private void forgetAudited() {
        if (options().audit()) {
            auditBegin = running.folder().auditLog().toFile().length();
        }
    }

    boolean areLogsKept() {
        return logsAreKept;
    }

    /** Lets all components live on when this virtual machine ends; this object is of no use afterwards. */
    List<Component> release() {
        running.client().close();
        return running.components().release();
    }

    @Override
    public void close() {
        running.close();
        if (logsAreKept) {
            running.folder().deleteData();
        } else {
            running.folder().delete();
        }
    }

    /** Names the address and the folder. */
    @Override
    public String toString() {
        return options().kind() + " cluster at " + apiServerUrl() + " in " + runFolder();
    }
}

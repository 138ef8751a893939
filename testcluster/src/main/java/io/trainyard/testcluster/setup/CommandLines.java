package io.trainyard.testcluster.setup;

import io.trainyard.testcluster.programs.Program;
import io.trainyard.testcluster.programs.Programs;
import java.util.ArrayList;
import java.util.List;

/**
 * How each component is called.
 *
 * @param programs where the programs lie
 * @param folder where the cluster's files lie
 * @param ports where the servers listen
 * @param serving the certificate with which they serve
 * @param signing the key for the tokens of service accounts
 */
public record CommandLines(
        Programs programs, RunFolder folder, PortPlan ports, ServingCertificate serving, SigningKey signing) {

    private static final String HOST = "127.0.0.1";

    /** The data of a test cluster need not survive a power cut, so nothing waits for the disk. */
    public List<String> etcd() {
        String clients = "http://" + HOST + ":" + ports.etcdClients();
        String peers = "http://" + HOST + ":" + ports.etcdPeers();
        return command(
                Program.ETCD,
                "--data-dir=" + folder.etcdData(),
                "--unsafe-no-fsync",
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers);
    }

    /**
     * The API server.
     *
     * @param audit whether requests of the subject are written to the audit log
     * @param serviceAccounts whether pods get a service account with a token
     */
    public List<String> apiServer(boolean audit, boolean serviceAccounts) {
        List<String> command = new ArrayList<>(command(
                Program.API_SERVER,
                "--etcd-servers=http://" + HOST + ":" + ports.etcdClients(),
                "--bind-address=" + HOST,
                "--advertise-address=" + HOST,
                "--secure-port=" + ports.apiServer(),
                "--tls-cert-file=" + serving.certificateFile(),
                "--tls-private-key-file=" + serving.keyFile(),
                "--token-auth-file=" + folder.tokens(),
                "--authorization-mode=RBAC",
                "--service-account-issuer=" + ports.apiServerUrl(),
                "--service-account-key-file=" + signing.publicFile(),
                "--service-account-signing-key-file=" + signing.privateFile(),
                "--service-cluster-ip-range=10.0.0.0/16",
                // It would complain for ever that the address of the Service "kubernetes" is a loopback address.
                "--endpoint-reconciler-type=none",
                "--allow-privileged",
                "--admission-control-config-file=" + folder.admissionConfiguration(),
                "--kubelet-preferred-address-types=InternalIP",
                // Nodes that ask for a certificate know it by this one.
                "--kubelet-client-certificate=" + serving.certificateFile(),
                "--kubelet-client-key=" + serving.keyFile()));
        if (!serviceAccounts) {
            command.add("--disable-admission-plugins=ServiceAccount");
        }
        if (audit) {
            command.addAll(List.of(
                    "--audit-policy-file=" + folder.auditPolicy(),
                    "--audit-log-path=" + folder.auditLog(),
                    // One file without an end, written before the answer is: a reader misses nothing.
                    "--audit-log-maxsize=100000",
                    "--audit-log-mode=blocking"));
        }
        return command;
    }

    public List<String> controllerManager() {
        return command(
                Program.CONTROLLER_MANAGER,
                "--kubeconfig=" + folder.kubeconfig(User.ADMIN),
                "--service-account-private-key-file=" + signing.privateFile(),
                "--root-ca-file=" + serving.certificateFile(),
                "--use-service-account-credentials=false",
                "--leader-elect=false",
                "--bind-address=" + HOST,
                "--secure-port=" + ports.controllerManager(),
                "--horizontal-pod-autoscaler-sync-period=1s",
                "--horizontal-pod-autoscaler-downscale-stabilization=1s",
                "--tls-cert-file=" + serving.certificateFile(),
                "--tls-private-key-file=" + serving.keyFile(),
                "--kube-api-qps=1000",
                "--kube-api-burst=2000");
    }

    public List<String> scheduler() {
        return command(
                Program.SCHEDULER,
                "--kubeconfig=" + folder.kubeconfig(User.ADMIN),
                "--leader-elect=false",
                "--bind-address=" + HOST,
                "--secure-port=" + ports.scheduler(),
                "--tls-cert-file=" + serving.certificateFile(),
                "--tls-private-key-file=" + serving.keyFile(),
                "--kube-api-qps=1000",
                "--kube-api-burst=2000");
    }

    /** The scheduler with the coscheduling plugin; what found no room is tried again soon. */
    public List<String> coschedulingScheduler() {
        return command(
                Program.COSCHEDULING_SCHEDULER,
                "--config=" + folder.coschedulingConfiguration(),
                "--bind-address=" + HOST,
                "--secure-port=" + ports.gangScheduler(),
                "--tls-cert-file=" + serving.certificateFile(),
                "--tls-private-key-file=" + serving.keyFile(),
                "--pod-max-in-unschedulable-pods-duration=3s");
    }

    public List<String> jobSet() {
        return command(
                Program.JOBSET,
                "--kubeconfig=" + folder.kubeconfig(User.ADMIN),
                "--config=" + folder.jobSetConfiguration());
    }

    /** Without the server that shows pending workloads, which wants an API service of its own. */
    public List<String> kueue() {
        return command(
                Program.KUEUE,
                "--kubeconfig=" + folder.kubeconfig(User.KUEUE),
                "--config=" + folder.kueueConfiguration(),
                "--feature-gates=VisibilityOnDemand=false");
    }

    /** Kubeflow Trainer's controller; its requests are audited. */
    public List<String> kubeflowTrainer() {
        return command(
                Program.KUBEFLOW_TRAINER,
                "--kubeconfig=" + folder.kubeconfig(User.SUBJECT),
                "--config=" + folder.kubeflowTrainerConfiguration());
    }

    public List<String> kwok() {
        return command(
                Program.KWOK,
                "--kubeconfig=" + folder.kubeconfig(User.ADMIN),
                "--config=" + folder.stages(),
                "--manage-all-nodes=false",
                "--manage-nodes-with-annotation-selector=" + FakeNodes.ANNOTATION + "=" + FakeNodes.FAKE,
                "--node-lease-duration-seconds=40",
                "--server-address=" + HOST + ":" + ports.kwok(),
                "--node-ip=" + HOST,
                "--node-port=" + ports.kwok(),
                "--tls-cert-file=" + serving.certificateFile(),
                "--tls-private-key-file=" + serving.keyFile());
    }

    private List<String> command(Program program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(programs.path(program).toString());
        command.addAll(List.of(arguments));
        return List.copyOf(command);
    }
}

package io.trainyard.testcluster.programs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A program of the control plane, or of an add-on, and what it is built from.
 *
 * <p>Packages without a version are built inside the Go module that lies in {@code testcluster/go}, which fixes their
 * versions; a package with a version is built by itself, with the dependencies of its own module. The file of an add-on is named after its
 * version, so that a new version of it does not make the others be built again.
 */
public enum Program {
    ETCD("etcd", "go.etcd.io/etcd/server/v3"),
    API_SERVER("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
    CONTROLLER_MANAGER("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    SCHEDULER("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
    KUBECTL("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
    JOBSET("jobset", "sigs.k8s.io/jobset"),
    KWOK("kwok", "sigs.k8s.io/kwok/cmd/kwok@v0.7.0"),
    /** The scheduler with the plugins of scheduler-plugins, for whoever asks for it. */
    COSCHEDULING_SCHEDULER(
            "coscheduling-scheduler-v0.35.4",
            new AddOnSource("sigs.k8s.io/scheduler-plugins@v0.35.4-devel", "./cmd/scheduler", "v1.35.4")),
    /** Kueue's controller and webhooks. */
    KUEUE("kueue-v0.19.2", AddOnSource.of("sigs.k8s.io/kueue@v0.19.2", "./cmd/kueue")),
    /** The controller of Kubeflow Trainer, in whose place ours is put. */
    KUBEFLOW_TRAINER(
            "kubeflow-trainer-v2.3.0",
            AddOnSource.of("github.com/kubeflow/trainer/v2@v2.3.0", "./cmd/trainer-controller-manager"));

    private final String fileName;
    private final String goPackage;

    @SuppressWarnings("ImmutableEnumChecker") // a record of strings
    private final @Nullable AddOnSource addOn;

    Program(String fileName, String goPackage) {
        this.fileName = fileName;
        this.goPackage = goPackage;
        this.addOn = null;
    }

    Program(String fileName, AddOnSource addOn) {
        this.fileName = fileName;
        this.goPackage = addOn.folder();
        this.addOn = addOn;
    }

    /** The name of the executable file, the same as upstream's unless it is an add-on's. */
    public String fileName() {
        return fileName;
    }

    /** The Go package, with {@code @version} where it is not built inside our own Go module; an add-on's is relative to its module. */
    String goPackage() {
        return goPackage;
    }

    boolean hasItsOwnVersion() {
        return goPackage.indexOf('@') >= 0;
    }

    /** Where an add-on is built from; empty for the programs of the control plane. */
    Optional<AddOnSource> addOn() {
        return Optional.ofNullable(addOn);
    }

    /** Whether only those have it who ask for it. */
    public boolean isAddOn() {
        return addOn != null;
    }

    /** Kubernetes' own programs report v0.0.0 unless the linker is told their version. */
    boolean isPartOfKubernetes() {
        return goPackage.startsWith("k8s.io/kubernetes/");
    }
}

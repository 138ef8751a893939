package io.trainyard.testcluster.programs;

/**
 * A program of the control plane and the Go package it is built from (RC-1).
 *
 * <p>Packages without a version are built inside the Go module that lies in {@code testcluster/go}, which fixes their
 * versions; a package with a version is built by itself, with the dependencies of its own module. The first two parts of the path of an add-on's package
 * are its module.
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
            "coscheduling-scheduler-v0.35.4", "sigs.k8s.io/scheduler-plugins/cmd/scheduler@v0.35.4-devel", "v1.35.4");

    private final String fileName;
    private final String goPackage;
    private final String kubernetesVersion;

    Program(String fileName, String goPackage) {
        this(fileName, goPackage, "");
    }

    Program(String fileName, String goPackage, String kubernetesVersion) {
        this.fileName = fileName;
        this.goPackage = goPackage;
        this.kubernetesVersion = kubernetesVersion;
    }

    /** The name of the executable file, the same as upstream's. */
    public String fileName() {
        return fileName;
    }

    /** The Go package, with {@code @version} where it is not built inside our own Go module. */
    String goPackage() {
        return goPackage;
    }

    boolean hasItsOwnVersion() {
        return goPackage.indexOf('@') >= 0;
    }

    /**
     * The release of Kubernetes that an add-on is made from; empty for the programs of the control plane. An add-on is built in the folder of its
     * own module, where the replacements in its go.mod hold; its file is named after its version, so that it does not make the others be
     * built again.
     */
    String kubernetesVersion() {
        return kubernetesVersion;
    }

    boolean isAddOn() {
        return !kubernetesVersion.isEmpty();
    }

    /** Kubernetes' own programs report v0.0.0 unless the linker is told their version. */
    boolean isPartOfKubernetes() {
        return goPackage.startsWith("k8s.io/kubernetes/");
    }
}

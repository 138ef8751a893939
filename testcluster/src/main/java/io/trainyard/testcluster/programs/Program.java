package io.trainyard.testcluster.programs;

/**
 * A program of the control plane and the Go package it is built from (RC-1).
 *
 * <p>Packages without a version are built inside the Go module that lies in {@code testcluster/go}, which fixes their
 * versions; a package with a version is built by itself, with the dependencies of its own module.
 */
public enum Program {
    ETCD("etcd", "go.etcd.io/etcd/server/v3"),
    API_SERVER("kube-apiserver", "k8s.io/kubernetes/cmd/kube-apiserver"),
    CONTROLLER_MANAGER("kube-controller-manager", "k8s.io/kubernetes/cmd/kube-controller-manager"),
    SCHEDULER("kube-scheduler", "k8s.io/kubernetes/cmd/kube-scheduler"),
    KUBECTL("kubectl", "k8s.io/kubernetes/cmd/kubectl"),
    JOBSET("jobset", "sigs.k8s.io/jobset"),
    KWOK("kwok", "sigs.k8s.io/kwok/cmd/kwok@v0.7.0");

    private final String fileName;
    private final String goPackage;

    Program(String fileName, String goPackage) {
        this.fileName = fileName;
        this.goPackage = goPackage;
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

    /** Kubernetes' own programs report v0.0.0 unless the linker is told their version. */
    boolean isPartOfKubernetes() {
        return goPackage.startsWith("k8s.io/kubernetes/");
    }
}

package io.trainyard.testcluster.programs;

/**
 * Where an add-on is built from: the folder of its own module, where the replacements in its go.mod hold.
 *
 * @param module module and version, such as {@code sigs.k8s.io/kueue@v0.19.2}
 * @param folder the main package inside the module, such as {@code ./cmd/kueue}
 * @param kubernetesVersion the release of Kubernetes that it reports; empty when it reports none
 */
record AddOnSource(String module, String folder, String kubernetesVersion) {
    static AddOnSource of(String module, String folder) {
        return new AddOnSource(module, folder, "");
    }
}

package io.trainyard.testcluster.programs;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Manifests of another project, and the program that is of no use without them. They are copied from that project's module, the control plane's
 * into one folder, an add-on's into a folder that is named like its program.
 */
enum ManifestSet {
    /** Every cluster has JobSet's resource definition, also one without its controller. */
    JOBSET(
            "JobSet",
            Program.API_SERVER,
            "sigs.k8s.io/jobset",
            Map.of(
                    "jobset-crd.yaml", "config/components/crd/bases/jobset.x-k8s.io_jobsets.yaml",
                    "jobset-webhooks.yaml", "config/components/webhook/manifests.yaml")),
    KWOK(
            "KWOK",
            Program.KWOK,
            "sigs.k8s.io/kwok"
                    + Program.KWOK
                            .goPackage()
                            .substring(Program.KWOK.goPackage().indexOf('@')),
            Map.of(
                    "kwok-node-initialize.yaml", "kustomize/stage/node/fast/node-initialize.yaml",
                    "kwok-node-heartbeat.yaml",
                            "kustomize/stage/node/heartbeat-with-lease/node-heartbeat-with-lease.yaml",
                    "kwok-pod-ready.yaml", "kustomize/stage/pod/fast/pod-ready.yaml",
                    "kwok-pod-complete.yaml", "kustomize/stage/pod/fast/pod-complete.yaml",
                    "kwok-pod-delete.yaml", "kustomize/stage/pod/fast/pod-delete.yaml")),
    KUEUE(
            "Kueue",
            Program.KUEUE,
            "config/components/",
            Stream.of(
                            "admissionchecks",
                            "clusterqueues",
                            "cohorts",
                            "localqueues",
                            "multikueueclusters",
                            "multikueueconfigs",
                            "provisioningrequestconfigs",
                            "resourceflavors",
                            "topologies",
                            "workloadpriorityclasses",
                            "workloads")
                    .map(kind -> "crd/bases/kueue.x-k8s.io_" + kind + ".yaml")
                    .toList(),
            "webhook/manifests.yaml"),
    KUBEFLOW_TRAINER(
            "Kubeflow Trainer",
            Program.KUBEFLOW_TRAINER,
            "manifests/base/",
            Stream.of("trainjobs", "trainingruntimes", "clustertrainingruntimes")
                    .map(kind -> "crds/trainer.kubeflow.org_" + kind + ".yaml")
                    .toList(),
            "webhook/manifests.yaml");

    /** Inside the folder of an add-on's manifests. */
    static final String DEFINITIONS = "crds/";

    static final String WEBHOOKS = "webhooks.yaml";

    private final String project;
    private final Program program;
    private final String module;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes it once this is made
    private final Map<String, String> files;

    ManifestSet(String project, Program program, String module, Map<String, String> files) {
        this.project = project;
        this.program = program;
        this.module = module;
        this.files = files;
    }

    /** An add-on's definitions and webhooks; all paths are below {@code folder} of its module. */
    ManifestSet(String project, Program addOn, String folder, List<String> definitions, String webHooks) {
        this(project, addOn, addOn.addOn().orElseThrow().module(), new LinkedHashMap<>());
        for (String definition : definitions) {
            files.put(
                    addOn.fileName() + "/" + DEFINITIONS + definition.substring(definition.lastIndexOf('/') + 1),
                    folder + definition);
        }
        files.put(addOn.fileName() + "/" + WEBHOOKS, folder + webHooks);
    }

    /** Those that a program needs. */
    static List<ManifestSet> of(Program program) {
        return Arrays.stream(values()).filter(each -> each.program == program).toList();
    }

    /** As messages call it. */
    String title() {
        return project + "'s manifests";
    }

    /** The Go module; with a version unless our own module fixes that. */
    String module() {
        return module;
    }

    /** File in our folder to the path inside the module. */
    Map<String, String> files() {
        return Map.copyOf(files);
    }
}

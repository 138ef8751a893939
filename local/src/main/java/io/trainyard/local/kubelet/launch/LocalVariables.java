package io.trainyard.local.kubelet.launch;

import io.trainyard.foundation.regex.PlainText;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.gpu.Gpu;
import io.trainyard.local.kubelet.gpu.VisibleDevices;
import io.trainyard.local.kubelet.logs.PodFolder;
import io.trainyard.local.kubelet.options.KubeletOptions;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Variables without which programs would not find each other, or would quarrel, on one machine. Pure. */
final class LocalVariables {
    /** A TrainJob and its JobSet have the same name. */
    private static final String JOB_SET = "jobset.sigs.k8s.io/jobset-name";

    static final String PROCESSES = "PET_NPROC_PER_NODE";
    private static final Set<String> COUNTS_GPUS = Set.of("gpu", "auto");

    private LocalVariables() {}

    static Map<String, String> ofProcess(KubeletOptions options, PodSpec pod, PodFolder folder, List<Gpu> gpus) {
        Map<String, String> variables = new LinkedHashMap<>(ofContainer());
        variables.putAll(ofGroup());
        variables.put("HOSTNAME", pod.hostname());
        variables.putAll(ofRun(options, pod, folder));
        variables.putAll(VisibleDevices.of(gpus));
        return variables;
    }

    /** Processes that work together meet on the loopback device. */
    static Map<String, String> ofGroup() {
        String loopback = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "lo0" : "lo";
        return Map.of("GLOO_SOCKET_IFNAME", loopback, "NCCL_SOCKET_IFNAME", loopback, "TP_SOCKET_IFNAME", loopback);
    }

    /** Where files of the run are, and where progress is reported. */
    static Map<String, String> ofRun(KubeletOptions options, PodSpec pod, PodFolder folder) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("TRAINYARD_LOCAL", "1");
        variables.put("TRAINYARD_POD_DIR", folder.root().toString());
        variables.put("TRAINYARD_RUN_DIR", options.folders().run().toString());
        String trainJob = Tree.text(pod.tree(), "metadata", "labels", JOB_SET);
        if (!trainJob.isEmpty()) {
            // The same variables as in a cluster, but for the authority: there is no TLS here.
            options.statusServer().get().ifPresent(server -> {
                variables.put(
                        "KUBEFLOW_TRAINER_SERVER_URL",
                        server + "/apis/trainer.kubeflow.org/v1alpha1/namespaces/" + pod.namespace() + "/trainjobs/"
                                + trainJob + "/status");
                variables.put(
                        "KUBEFLOW_TRAINER_SERVER_TOKEN", folder.reportToken().toString());
            });
        }
        return variables;
    }

    /** What real containers get, too. */
    static Map<String, String> ofContainer() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("PYTHONUNBUFFERED", "1");
        variables.put("TRAINYARD_LOCAL", "1");
        return variables;
    }

    /** What torch needs on top, when the pod is one of its nodes. */
    static Map<String, String> ofTorch(Map<String, String> container, String address, List<Gpu> gpus) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (container.keySet().stream().anyMatch(name -> name.startsWith("PET_"))) {
            variables.put("PET_LOCAL_ADDR", address);
            // Without them torchrun of PyTorch 1.13 does not start on Python 3.11 and newer: it takes its own default
            // for no choice at all.
            // They choose the tenth process of a node, whose output is shown all the same.
            variables.put("PET_REDIRECTS", "9:1");
            variables.put("PET_TEE", "9:1");
            long fakes = gpus.stream().filter(Gpu::isFake).count();
            if (fakes > 0 && COUNTS_GPUS.contains(container.getOrDefault(PROCESSES, ""))) {
                variables.put(PROCESSES, Long.toString(fakes));
            }
            int processes = number(container.get("PET_NNODES"))
                    * number(variables.getOrDefault(PROCESSES, container.get(PROCESSES)));
            int cores = Runtime.getRuntime().availableProcessors();
            variables.put("OMP_NUM_THREADS", Integer.toString(Math.max(1, cores / Math.max(1, processes))));
        }
        return variables;
    }

    /** How many processes torch starts for GPUs that are not there, where it would count them itself; empty when that does not apply. */
    static Optional<String> countOfFakeGpus(Map<String, String> torch) {
        return Optional.ofNullable(torch.get(PROCESSES));
    }

    // A range such as 1:4, or a word such as auto, counts as one.
    private static int number(@Nullable String text) {
        return text != null && PlainText.isNumber(text, 6) ? Integer.parseInt(text) : 1;
    }
}

package io.trainyard.core.admission.runtime;

import io.trainyard.core.compile.PodTrees;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Policies that contradict themselves or the template. */
final class MlPolicyRules {
    private static final String REFUSED_LATER = "; TrainJobs of this runtime will be refused";

    private MlPolicyRules() {}

    static void check(RuntimeChange runtime, Validation.Builder findings) {
        Map<String, Object> policy = Tree.child(runtime.spec(), "mlPolicy");
        if (policy.get("numNodes") instanceof Number nodes && nodes.longValue() == 0) {
            findings.warning("spec.mlPolicy.numNodes: 0 counts as 1; a TrainJob may ask for 0 nodes");
        }
        if (policy.get("mpi") instanceof Map) {
            mpi(runtime, Tree.child(policy, "mpi"), findings);
        }
        if (Tree.at(policy, "torch", "elasticPolicy") instanceof Map) {
            ElasticRules.check(runtime, Tree.child(policy, "torch", "elasticPolicy"), findings);
        }
        if (runtime.changes("mlPolicy", "torch", "envInjection")
                || runtime.changes("template", "spec", "replicatedJobs")) {
            injection(runtime, Tree.list(policy, "torch", "envInjection", "targets"), findings);
        }
    }

    private static void mpi(RuntimeChange runtime, Map<String, Object> mpi, Validation.Builder findings) {
        Optional<String> path = Tree.string(mpi, "sshAuthMountPath");
        if (path.isPresent()
                && runtime.changes("mlPolicy", "mpi", "sshAuthMountPath")
                && (!path.get().startsWith("/")
                        || List.of(path.get().split("/", -1)).contains(".."))) {
            findings.error(FieldError.invalid(
                    "spec.mlPolicy.mpi.sshAuthMountPath", path.get(), "must be an absolute path without .."));
        }
        missing(runtime, TrainerApi.LAUNCHER, "none gets the hostfile and the variables of mpirun", findings);
        missing(
                runtime,
                TrainerApi.NODE,
                Tree.flag(mpi, "runLauncherAsNode")
                        ? "the hostfile names the launcher only"
                        : "mlPolicy.mpi makes the SSH keys only, and no hostfile",
                findings);
    }

    private static void missing(RuntimeChange runtime, String name, String result, Validation.Builder findings) {
        if (runtime.jobs().stream().noneMatch(job -> name.equals(job.get("name")))) {
            findings.warning("spec.template.spec.replicatedJobs: none is named \"" + name + "\", so " + result);
        }
    }

    /** Targets that the template lacks, as a warning: the job may be added to the template later, and a TrainJob is refused until then. */
    private static void injection(RuntimeChange runtime, List<Object> targets, Validation.Builder findings) {
        for (int i = 0; i < targets.size(); i++) {
            String path = "spec.mlPolicy.torch.envInjection.targets[" + i + "]";
            Optional<String> jobName = Tree.string(targets.get(i), "jobName");
            if (jobName.isEmpty()) {
                continue;
            }
            Optional<Map<String, Object>> job = runtime.jobs().stream()
                    .filter(candidate -> jobName.get().equals(candidate.get("name")))
                    .findFirst();
            if (job.isEmpty()) {
                findings.warning(
                        path + ": the template has no replicated job \"" + jobName.get() + "\"" + REFUSED_LATER);
                continue;
            }
            for (Object container : Tree.list(targets.get(i), "containerNames")) {
                if (!has(job.get(), "containers", container) && !has(job.get(), "initContainers", container)) {
                    findings.warning(path + ": replicated job \"" + jobName.get()
                            + "\" has no container or init container \"" + container + "\"" + REFUSED_LATER);
                }
            }
        }
    }

    private static boolean has(Map<String, Object> job, String list, @Nullable Object name) {
        return Tree.objects(PodTrees.podSpec(job), list).stream()
                .anyMatch(container -> Objects.equals(name, container.get("name")));
    }
}

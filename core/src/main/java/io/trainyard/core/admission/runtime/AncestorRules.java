package io.trainyard.core.admission.runtime;

import io.trainyard.core.compile.Ancestors;
import io.trainyard.core.compile.PodTrees;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainerApi;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Jobs with a role: one of each, with the container that the role needs. */
final class AncestorRules {
    private static final String JOBS = "spec.template.spec.replicatedJobs";

    private AncestorRules() {}

    static void check(RuntimeChange runtime, Validation.Builder findings) {
        List<Map<String, Object>> jobs = runtime.jobs();
        boolean mpi = Tree.at(runtime.spec(), "mlPolicy", "mpi") instanceof Map;
        boolean severalTrain = Tree.at(runtime.spec(), "mlPolicy", "tensorflow") instanceof Map
                || Tree.at(runtime.spec(), "mlPolicy", "paddle") instanceof Map;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < jobs.size(); i++) {
            Map<String, Object> job = jobs.get(i);
            String path = JOBS + "[" + i + "]";
            Optional<String> ancestor = Ancestors.label(job).filter(Ancestors::isKnown);
            boolean launcher = mpi && TrainerApi.LAUNCHER.equals(job.get("name"));
            if (ancestor.isPresent() || launcher) {
                replicas(job, path, findings);
            }
            ancestor.ifPresent(role -> role(job, role, path, findings));
            ancestor.filter(role -> !severalTrain || !TrainerApi.ANCESTOR_TRAINER.equals(role))
                    .ifPresent(role -> once(role, path, seen, findings));
        }
        if (!jobs.isEmpty()) {
            trainer(jobs, mpi, findings);
        }
    }

    private static void role(Map<String, Object> job, String role, String path, Validation.Builder findings) {
        if (Ancestors.jobLabel(job).isPresent()) {
            container(job, role, path, findings);
        } else {
            podLabel(job, role, path, findings);
        }
    }

    private static void once(String role, String path, Set<String> seen, Validation.Builder findings) {
        if (!seen.add(role)) {
            findings.warning(path + ": an earlier replicated job has the role " + role
                    + " too; settings of a TrainJob and node counts follow the first");
        }
    }

    private static void replicas(Map<String, Object> job, String path, Validation.Builder findings) {
        Optional<Integer> replicas = Tree.wholeNumber(job, "replicas");
        if (replicas.isPresent() && replicas.get() != 1) {
            findings.error(FieldError.invalid(
                    path + ".replicas",
                    replicas.get(),
                    "always must be 1; the number of nodes is set by mlPolicy.numNodes"));
        }
    }

    private static void container(Map<String, Object> job, String role, String path, Validation.Builder findings) {
        String required = TrainerApi.ANCESTOR_TRAINER.equals(role) ? TrainerApi.NODE : role;
        if (PodTrees.containers(job).stream().noneMatch(container -> required.equals(container.get("name")))) {
            findings.error(FieldError.invalid(
                    path + ".template.spec.template.spec.containers",
                    null,
                    "must have a container named \"" + required + "\", because the ancestor of the job is " + role));
        }
    }

    private static void podLabel(Map<String, Object> job, String role, String path, Validation.Builder findings) {
        findings.warning(path + ".template.spec.template.metadata.labels[" + TrainerApi.ANCESTOR_LABEL
                + "]: belongs to the labels of the Job template, " + path + ".template.metadata.labels");
        boolean found = TrainerApi.ANCESTOR_TRAINER.equals(role)
                ? PodTrees.trainerContainer(job).isPresent()
                : PodTrees.containers(job).stream().anyMatch(container -> role.equals(container.get("name")));
        if (!found) {
            String required = TrainerApi.ANCESTOR_TRAINER.equals(role) ? TrainerApi.NODE : role;
            findings.warning(path + ".template.spec.template.spec.containers: none is named \"" + required
                    + "\", so settings of a TrainJob for " + role + " have no effect");
        }
    }

    private static void trainer(List<Map<String, Object>> jobs, boolean mpi, Validation.Builder findings) {
        boolean labelled = jobs.stream().anyMatch(job -> Ancestors.label(job)
                .filter(TrainerApi.ANCESTOR_TRAINER::equals)
                .isPresent());
        if (labelled || (mpi && hasLauncherWithCommand(jobs))) {
            return;
        }
        boolean guessed = Ancestors.of(jobs, mpi).byJob().containsValue(TrainerApi.ANCESTOR_TRAINER);
        String without = guessed
                ? "\"node\" is taken as the trainer, but Kueue and the Python SDK need the label"
                : mpi
                        ? "image, command and args of spec.trainer have no effect"
                        : "spec.trainer of a TrainJob has no effect";
        findings.warning("spec.template: label the training job " + TrainerApi.ANCESTOR_LABEL + ": trainer; without it "
                + without);
    }

    /** A launcher of MPI that needs no command of a TrainJob: what is left out is said of TrainJobs that set it. */
    private static boolean hasLauncherWithCommand(List<Map<String, Object>> jobs) {
        return jobs.stream()
                .filter(job -> TrainerApi.LAUNCHER.equals(job.get("name")))
                .flatMap(job -> PodTrees.containers(job).stream())
                .anyMatch(container -> !Tree.list(container, "command").isEmpty());
    }
}

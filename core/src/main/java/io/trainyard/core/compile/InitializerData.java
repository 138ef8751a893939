package io.trainyard.core.compile;

import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The way of data from the steps that fetch it to those that train: the claims of {@code pvc://} sources, a claim where the runtime gives no volume
 * that they share, and the order. A runtime that gives all of it stays as it is, and so does what exists already, which cannot change. Pure.
 */
final class InitializerData {
    private static final String CACHE = "cache";

    /** Where the data goes. */
    record Trainer(String job, String container) {}

    /**
     * What came out.
     *
     * @param template the spec of the JobSet, without its replicated jobs
     * @param jobs the replicated jobs
     * @param warnings what was added or is missing
     */
    record Result(Map<String, Object> template, List<Map<String, Object>> jobs, List<CompiledJob.Warning> warnings) {}

    private final String trainJob;
    private final List<InitializerStep> steps;
    private final List<Trainer> trainers;
    private final Optional<Map<String, Object>> live;
    private final List<CompiledJob.Warning> warnings = new ArrayList<>();
    private Map<String, Object> template;
    private List<Map<String, Object>> jobs;

    private InitializerData(
            String trainJob,
            List<InitializerStep> steps,
            List<Trainer> trainers,
            Map<String, Object> template,
            List<Map<String, Object>> jobs,
            Optional<Map<String, Object>> live) {
        this.trainJob = trainJob;
        this.steps = steps;
        this.trainers = trainers;
        this.template = template;
        this.jobs = jobs;
        this.live = live;
    }

    /**
     * Sees to it.
     *
     * @param trainJob its name
     * @param template the spec of the JobSet as the runtime has it
     * @param jobs its replicated jobs, overrides and patches in them
     * @param claim what is made where no volume is shared; empty to warn only
     * @param live the JobSet that exists
     * @throws io.trainyard.spi.extension.InvalidTrainJobException when an address of a claim is none
     */
    static Result apply(
            String trainJob,
            TrainJobSpec spec,
            Map<String, Object> template,
            List<Map<String, Object>> jobs,
            Ancestors ancestors,
            TrainerTargets targets,
            Optional<InitializerClaim> claim,
            Optional<JobSet> live) {
        List<InitializerStep> steps = InitializerStep.of(spec, jobs, ancestors);
        List<Trainer> trainers = new ArrayList<>();
        for (Map<String, Object> job : jobs) {
            String name = String.valueOf(job.get("name"));
            targets.of(job, ancestors.of(name).orElse(null))
                    .ifPresent(target -> trainers.add(new Trainer(name, target.container())));
        }
        if (steps.isEmpty() || trainers.isEmpty()) {
            return new Result(template, jobs, List.of());
        }
        InitializerData data = new InitializerData(
                trainJob, steps, trainers, template, jobs, live.map(existing -> Tree.child(existing.getSpec())));
        data.mountSources();
        data.share(claim);
        data.directTargets();
        data.order();
        return new Result(data.template, data.jobs, List.copyOf(data.warnings));
    }

    private void mountSources() {
        for (InitializerStep step : steps) {
            ClaimSource.of(step, job(step.job()))
                    .filter(source -> live.isEmpty() || source.isMountedIn(liveJob(step.job()), step.container()))
                    .ifPresent(source -> {
                        change(step.job(), job -> source.intoInitializer(job, step));
                        if (!source.copied()) {
                            trainers.forEach(trainer -> change(
                                    trainer.job(),
                                    job -> source.intoTrainer(job, trainer.container(), step.target(job(step.job())))));
                        }
                    });
        }
    }

    private void share(Optional<InitializerClaim> claim) {
        List<InitializerStep> apart = steps.stream().filter(this::isApart).toList();
        if (apart.isEmpty()) {
            return;
        }
        SharedClaim shared = SharedClaim.named(trainJob, template, jobs);
        boolean possible = claim.isPresent()
                && live.map(spec -> LastingVolumes.of(spec).templates().contains(shared.name()))
                        .orElse(true);
        if (possible) {
            jobs = shared.into(jobs, apart, trainers);
            template = shared.into(template, claim.orElseThrow());
            warnings.add(new CompiledJob.Warning(
                    "InitializerClaimAdded",
                    "the runtime gives " + names(apart)
                            + " and the trainer no volume that they share (an emptyDir belongs to one pod); they get the claim "
                            + shared.name() + "-" + trainJob + ", which is deleted with the job"));
        } else if (claim.isEmpty()) {
            warnings.add(
                    new CompiledJob.Warning(
                            "InitializerVolumeNotShared",
                            "the trainer does not see the data of " + names(apart)
                                    + ": they share no volume that outlives a pod (an emptyDir belongs to one pod); mount the same claim in"
                                    + " the containers of both in the runtime, or have the administrator set trainyard.initializer.claim"));
        }
    }

    private static String names(List<InitializerStep> steps) {
        return String.join(" and ", steps.stream().map(InitializerStep::job).toList());
    }

    /** A cache is a server, and a claim that is looked at only is mounted where it is needed. */
    private boolean isApart(InitializerStep step) {
        Map<String, Object> job = job(step.job());
        boolean needsNone = step.source().isEmpty()
                || step.scheme(job).equals(CACHE)
                || ClaimSource.of(step, job).filter(source -> !source.copied()).isPresent();
        return !needsNone
                && trainers.stream().anyMatch(trainer -> shared(step, trainer).isEmpty());
    }

    private List<Map<String, Object>> shared(InitializerStep step, Trainer trainer) {
        return LastingVolumes.of(template)
                .shared(job(step.job()), step.container(), job(trainer.job()), trainer.container());
    }

    /** A program that fetches must be told where the volume is, when that is not where it would put its data anyway. */
    private void directTargets() {
        for (InitializerStep step : steps) {
            Map<String, Object> job = job(step.job());
            String target = step.target(job);
            boolean told = step.variable(job, "TARGET_PATH").isPresent();
            boolean covered = Containers.mounts(job, step.container()).stream()
                    .anyMatch(mount -> Containers.MountPath.covers(mount, target));
            List<Map<String, Object>> volumes = trainers.stream()
                    .flatMap(trainer -> shared(step, trainer).stream())
                    .distinct()
                    .toList();
            if (!told && !covered && volumes.size() == 1 && step.source().isPresent()) {
                String path = Containers.MountPath.of(volumes.get(0));
                change(
                        step.job(),
                        each -> Containers.change(
                                each,
                                step.container(),
                                container -> Containers.withVariable(container, "TARGET_PATH", path)));
            }
        }
    }

    private void order() {
        List<InitializerStep> awaited = steps.stream()
                .filter(step -> step.scheme(job(step.job())).equals(CACHE)
                        || trainers.stream()
                                .anyMatch(trainer -> !shared(step, trainer).isEmpty()))
                .toList();
        StepOrder.Result ordered = StepOrder.of(
                template,
                jobs,
                awaited.stream().map(InitializerStep::job).toList(),
                trainers.stream().map(Trainer::job).toList());
        boolean possible = live.map(spec -> StepOrder.isIn(Tree.objects(spec, "replicatedJobs"), ordered.added()))
                .orElse(true);
        if (!ordered.added().isEmpty() && possible) {
            jobs = ordered.jobs();
            warnings.add(new CompiledJob.Warning(
                    "InitializerOrderAdded",
                    "the runtime does not say that " + names(awaited) + " must end before "
                            + String.join(
                                    " and ", trainers.stream().map(Trainer::job).toList())
                            + " starts; the JobSet does (dependsOn)"));
        }
    }

    private Map<String, Object> job(String name) {
        return byName(jobs, name);
    }

    private Map<String, Object> liveJob(String name) {
        return byName(live.map(spec -> Tree.objects(spec, "replicatedJobs")).orElse(List.of()), name);
    }

    private static Map<String, Object> byName(List<Map<String, Object>> jobs, String name) {
        return jobs.stream()
                .filter(job -> name.equals(job.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private void change(String name, UnaryOperator<Map<String, Object>> change) {
        jobs = jobs.stream()
                .map(job -> name.equals(job.get("name")) ? change.apply(job) : job)
                .toList();
    }
}

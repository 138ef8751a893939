package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.core.config.Configuration;
import io.trainyard.core.config.FeatureGate;
import io.trainyard.core.jobset.InjectedMark;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.report.StatusPath;
import io.trainyard.core.report.TokenVolume;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What pods need to report progress: address, token and certificate authority of the status server. Comes after everything that users and plugins say, and
 * is the same as long as the JobSet lives, whose templates cannot change.
 *
 * @param everyJob whether all TrainJobs get it, not only those that ask for it
 * @param server URL of the server, without path; empty for none
 * @param authorities whom its callers have to trust, in PEM; empty as long as that is not known
 */
public record StatusReporting(boolean everyJob, Optional<String> server, Supplier<String> authorities) {
    /** Annotation of a TrainJob: whether its programs report. */
    public static final String ANNOTATION = "trainyard.dev/report-progress";

    /** Nobody listens. */
    public static final StatusReporting OFF = new StatusReporting(false, Optional.empty(), () -> "");

    private static final String WANTED = "true";
    private static final String UNWANTED = "false";

    /**
     * As the configuration says.
     *
     * @param namespace where the controller runs
     * @param authorities see {@link StatusReporting}
     */
    public static StatusReporting of(Configuration configuration, String namespace, Supplier<String> authorities) {
        boolean everyJob = configuration.featureGates().isEnabled(FeatureGate.TRAIN_JOB_STATUS);
        boolean enabled = everyJob || configuration.trainyard().statusServer().enabled();
        String server = "https://" + configuration.certManagement().webhookServiceName() + "." + namespace + ".svc:"
                + configuration.statusServer().port();
        return new StatusReporting(everyJob, enabled ? Optional.of(server) : Optional.empty(), authorities);
    }

    /**
     * Gives programs of a JobSet what they need to report, if they are to; changes {@code jobSet}.
     *
     * @param jobSet as runtime, TrainJob and plugins want it
     * @param existing the JobSet that the TrainJob controls, whose pod templates cannot change
     * @return what the user should know; empty where nothing reports
     */
    Optional<List<CompiledJob.Warning>> addTo(
            JobSet jobSet, TrainJob trainJob, RuntimeInfo info, Optional<JobSet> existing) {
        Set<String> jobs = reporting(jobSet, trainJob, info, existing);
        Optional<Set<String>> mark = existing.flatMap(InjectedMark::reporting);
        boolean marked = existing.isEmpty() || mark.isPresent();
        // What has a mark keeps it, also while nobody listens.
        InjectedMark.set(jobSet, existing.isEmpty() ? jobs : mark.orElse(Set.of()));
        if (jobs.isEmpty()) {
            return Optional.empty();
        }
        ReportingPod pod = new ReportingPod(
                server.orElseThrow() + StatusPath.of(trainJob.key()),
                StatusPath.audience(trainJob.key()),
                trustName(trainJob));
        List<CompiledJob.Warning> warnings = new ArrayList<>();
        jobSet.setSpec(Tree.updateEach(Objects.requireNonNull(jobSet.getSpec()), "replicatedJobs", job -> {
            String name = String.valueOf(job.get("name"));
            if (!jobs.contains(name)) {
                return job;
            }
            if (!marked) {
                return pod.addedAsIn(find(name, existing.orElseThrow()), job);
            }
            warnings.addAll(pod.warnings(job));
            return pod.addedTo(job);
        }));
        return Optional.of(warnings);
    }

    /** Names of the replicated jobs whose programs report. */
    private Set<String> reporting(JobSet built, TrainJob trainJob, RuntimeInfo info, Optional<JobSet> existing) {
        Optional<PodSet> trainer = info.trainerPodSet();
        if (server.isEmpty() || trainer.isEmpty()) {
            return Set.of();
        }
        List<PodSet> able = info.podSets().stream()
                .filter(podSet -> podSet.name().equals(trainer.get().name()) || isInitializer(podSet))
                .toList();
        if (existing.isPresent()) {
            JobSet live = existing.get();
            Optional<Set<String>> marked = InjectedMark.reporting(live);
            // Without a mark it is what neither the runtime nor the TrainJob has.
            return names(able.stream()
                    .filter(podSet -> marked.isPresent()
                            ? marked.get().contains(podSet.name())
                            : hasToken(podSet.name(), live, trainJob) && !hasToken(podSet.name(), built, trainJob)));
        }
        @Nullable String wish = wish(trainJob);
        if (!(wish == null ? everyJob : wish.equals(WANTED))) {
            return Set.of();
        }
        // The stock controller leaves initializers out, so only jobs that name the wish themselves get them.
        return names(able.stream()
                .filter(podSet -> podSet.name().equals(trainer.get().name()) || WANTED.equals(wish)));
    }

    private static boolean hasToken(String job, JobSet jobSet, TrainJob trainJob) {
        return !TokenVolume.in(find(job, jobSet), trainJob.key()).isEmpty();
    }

    private static Map<String, Object> find(String job, JobSet jobSet) {
        return jobSet.replicatedJobs().stream()
                .filter(candidate -> job.equals(candidate.get("name")))
                .findFirst()
                .orElse(Map.of());
    }

    private static Set<String> names(Stream<PodSet> podSets) {
        return podSets.map(PodSet::name).collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isInitializer(PodSet podSet) {
        return podSet.hasAncestor(TrainerApi.ANCESTOR_DATASET_INITIALIZER)
                || podSet.hasAncestor(TrainerApi.ANCESTOR_MODEL_INITIALIZER);
    }

    /** That the annotation says neither yes nor no. */
    static Optional<CompiledJob.Warning> misunderstood(TrainJob trainJob) {
        @Nullable String wish = wish(trainJob);
        return wish == null || wish.equals(WANTED) || wish.equals(UNWANTED)
                ? Optional.empty()
                : Optional.of(new CompiledJob.Warning(
                        "AnnotationIgnored",
                        "metadata.annotations[" + ANNOTATION + "]: must be \"true\" or \"false\", not \"" + wish
                                + "\", so no progress is reported"));
    }

    private static @Nullable String wish(TrainJob trainJob) {
        @Nullable Map<String, String> annotations = trainJob.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(ANNOTATION);
    }

    /**
     * Whom the pods have to trust.
     *
     * @throws IllegalStateException as long as that is not known
     */
    Component trust(TrainJob trainJob) {
        String pem = authorities.get();
        if (pem.isEmpty()) {
            throw new IllegalStateException(
                    "progress cannot be reported: the certificate authority of the controller is not known;"
                            + " its Secret, or the folder of its certificates, must hold " + ReportingPod.AUTHORITIES);
        }
        ConfigMap content = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(trustName(trainJob))
                .endMetadata()
                .withData(Map.of(ReportingPod.AUTHORITIES, pem))
                .build();
        return Component.of(content);
    }

    private static String trustName(TrainJob trainJob) {
        return trainJob.getMetadata().getName() + "-tls-config";
    }
}

package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.report.StatusPath;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.component.Component;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import io.trainyard.spi.runtime.PodSet;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    private static final String FOLDER = "/var/run/secrets/kubeflow/trainer";
    private static final String AUTHORITIES = "ca.crt";
    private static final String TOKEN = "token";
    private static final String[] POD_SPEC = {"template", "spec", "template", "spec"};
    private static final int TOKEN_SECONDS = 3600;

    /** Names of the replicated jobs whose programs report, given what exists of the job; empty for none. */
    Set<String> reporting(TrainJob trainJob, RuntimeInfo info, Optional<JobSet> existing) {
        Optional<PodSet> trainer = info.trainerPodSet();
        if (server.isEmpty() || trainer.isEmpty()) {
            return Set.of();
        }
        List<PodSet> able = info.podSets().stream()
                .filter(podSet -> podSet.name().equals(trainer.get().name()) || isInitializer(podSet))
                .toList();
        if (existing.isPresent()) {
            Set<Object> equipped = existing.get().replicatedJobs().stream()
                    .filter(StatusReporting::hasVolume)
                    .map(job -> job.get("name"))
                    .collect(Collectors.toSet());
            return names(able.stream().filter(podSet -> equipped.contains(podSet.name())));
        }
        @Nullable String wish = wish(trainJob);
        if (!(wish == null ? everyJob : wish.equals(WANTED))) {
            return Set.of();
        }
        // The stock controller leaves initializers out, so only jobs that name the wish themselves get them.
        return names(able.stream()
                .filter(podSet -> podSet.name().equals(trainer.get().name()) || WANTED.equals(wish)));
    }

    private static Set<String> names(Stream<PodSet> podSets) {
        return podSets.map(PodSet::name).collect(Collectors.toUnmodifiableSet());
    }

    private static boolean isInitializer(PodSet podSet) {
        return podSet.hasAncestor(TrainerApi.ANCESTOR_DATASET_INITIALIZER)
                || podSet.hasAncestor(TrainerApi.ANCESTOR_MODEL_INITIALIZER);
    }

    private static @Nullable String wish(TrainJob trainJob) {
        @Nullable Map<String, String> annotations = trainJob.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(ANNOTATION);
    }

    private static boolean hasVolume(Map<String, Object> job) {
        return Tree.objects(Tree.child(job, POD_SPEC), "volumes").stream()
                .anyMatch(volume -> StatusPath.TOKEN_VOLUME.equals(volume.get("name")));
    }

    /** Gives every container of these replicated jobs what it needs; changes {@code jobSet}. */
    void addTo(JobSet jobSet, TrainJob trainJob, Set<String> reporting) {
        jobSet.setSpec(Tree.updateEach(
                Objects.requireNonNull(jobSet.getSpec()),
                "replicatedJobs",
                job -> reporting.contains(String.valueOf(job.get("name")))
                        ? Tree.update(job, podSpec -> podSpec(podSpec, trainJob), POD_SPEC)
                        : job));
    }

    private Map<String, Object> podSpec(Map<String, Object> podSpec, TrainJob trainJob) {
        Map<String, Object> changed =
                Tree.updateEach(podSpec, "containers", container -> container(container, trainJob));
        return Tree.with(changed, "volumes", upsert(Tree.list(podSpec, "volumes"), volume(trainJob)));
    }

    private Map<String, Object> container(Map<String, Object> container, TrainJob trainJob) {
        List<Object> env = Tree.list(container, "env");
        env = upsert(
                env,
                Tree.of(
                        "name",
                        "KUBEFLOW_TRAINER_SERVER_URL",
                        "value",
                        server.orElseThrow() + StatusPath.of(trainJob.key())));
        env = upsert(env, Tree.of("name", "KUBEFLOW_TRAINER_SERVER_CA_CERT", "value", FOLDER + "/" + AUTHORITIES));
        env = upsert(env, Tree.of("name", "KUBEFLOW_TRAINER_SERVER_TOKEN", "value", FOLDER + "/" + TOKEN));
        Map<String, Object> changed = new LinkedHashMap<>(container);
        changed.put("env", env);
        changed.put(
                "volumeMounts",
                upsert(
                        Tree.list(container, "volumeMounts"),
                        Tree.of("name", StatusPath.TOKEN_VOLUME, "mountPath", FOLDER, "readOnly", true)));
        return changed;
    }

    private static Map<String, Object> volume(TrainJob trainJob) {
        return Tree.of(
                "name",
                StatusPath.TOKEN_VOLUME,
                "projected",
                Tree.of(
                        "sources",
                        List.of(
                                Tree.of(
                                        "serviceAccountToken",
                                        Tree.of(
                                                "audience",
                                                StatusPath.audience(trainJob.key()),
                                                "expirationSeconds",
                                                TOKEN_SECONDS,
                                                "path",
                                                TOKEN)),
                                Tree.of(
                                        "configMap",
                                        Tree.of(
                                                "name",
                                                trustName(trainJob),
                                                "items",
                                                List.of(Tree.of("key", AUTHORITIES, "path", AUTHORITIES)))))));
    }

    /** An item of the same name is replaced where it is. */
    private static List<Object> upsert(List<Object> items, Map<String, Object> item) {
        List<Object> changed = new ArrayList<>(items);
        for (int i = 0; i < changed.size(); i++) {
            if (Tree.text(changed.get(i), "name").equals(item.get("name"))) {
                changed.set(i, item);
                return changed;
            }
        }
        changed.add(item);
        return changed;
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
                            + " its Secret, or the folder of its certificates, must hold " + AUTHORITIES);
        }
        ConfigMap content = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(trustName(trainJob))
                .endMetadata()
                .withData(Map.of(AUTHORITIES, pem))
                .build();
        return Component.of(content);
    }

    private static String trustName(TrainJob trainJob) {
        return trainJob.getMetadata().getName() + "-tls-config";
    }
}

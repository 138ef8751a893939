package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.why.Causes;
import io.trainyard.core.why.GangMembership;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.spi.model.TrainJob;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads of a TrainJob that waits what tells why, at a price that does not grow with its namespace: its pods, warnings about the few objects that lack
 * something, what its scheduler says of its gang, and who holds a quota where one is used up. At most ten requests. Lives where the client lives.
 */
final class BriefInspector {
    /** What is wrong with one Job or pod is wrong with its siblings. */
    private static final int MAX_SIBLINGS = 2;

    /** Those of some thousand pods; anybody may make pods that carry the label of a job, of 1.5 MiB each. */
    private static final long MAX_POD_BYTES = 16L << 20;

    /** An object that somebody may have warned about. */
    private record Subject(String kind, String name) {}

    private final KubeReader api;
    private final InstantSource clock;

    BriefInspector(KubeReader api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    /**
     * What is known of the job; fails when its pods cannot be listed. What else may not be read is passed over.
     *
     * @param words what plugins heard of its gangs; empty where nothing is wrong with them
     * @param young whether it may be on its way still: warnings are not read where its pods are there, and nothing was or is wrong
     */
    Uni<JobObjects> inspect(TrainJob trainJob, Optional<JobSet> jobSet, List<String> words, boolean young) {
        String namespace = trainJob.getMetadata().getNamespace();
        String name = trainJob.getMetadata().getName();
        List<Pod> pods = new ArrayList<>();
        AtomicLong bytes = new AtomicLong();
        return api.readPages(Pod.class, namespace, Map.of("jobset.sigs.k8s.io/jobset-name", name), page -> {
                    pods.addAll(page.items());
                    return bytes.addAndGet(page.bytes()) < MAX_POD_BYTES;
                })
                .map(done -> JobObjects.of(trainJob, clock.instant())
                        .withJobSet(jobSet)
                        .withPods(pods))
                .chain(objects -> young && starts(objects, words)
                        ? Uni.createFrom().item(objects)
                        : warnings(objects, subjects(objects))
                                .chain(this::ofGang)
                                .chain(this::holders));
    }

    /** Volcano says only in events why it does not let a gang into its queue, and events alone tell of an eviction. */
    private Uni<JobObjects> ofGang(JobObjects objects) {
        Optional<GangMembership> gang = objects.pods().stream()
                .filter(pod -> pod.getSpec() != null && pod.getSpec().getNodeName() == null)
                .flatMap(pod -> GangMembership.of(pod).stream())
                .findFirst();
        return gang.isEmpty()
                ? Uni.createFrom().item(objects)
                : passed(() -> api.events(
                                objects.trainJob().getMetadata().getNamespace(),
                                "PodGroup",
                                gang.get().podGroup()))
                        .map(found -> objects.withEvents(Stream.concat(
                                        objects.events().stream(),
                                        Belongings.sinceCreation(objects.trainJob(), found).stream())
                                .toList()));
    }

    private static boolean starts(JobObjects objects, List<String> words) {
        TrainJob trainJob = objects.trainJob();
        return trainJob.statusOrEmpty().state() == null
                && objects.jobSet()
                        .filter(jobSet -> jobsWithoutPods(
                                        trainJob.getMetadata().getName(), jobSet, JobDetails.nodes(objects))
                                .findAny()
                                .isEmpty())
                        .isPresent()
                && !Causes.of(objects, words).kind().isProblem();
    }

    private static List<Subject> subjects(JobObjects objects) {
        String name = objects.trainJob().getMetadata().getName();
        List<NodeView> nodes = JobDetails.nodes(objects);
        List<Subject> subjects = new ArrayList<>();
        subjects.add(new Subject("TrainJob", name));
        objects.jobSet().ifPresent(jobSet -> {
            List<Subject> jobs =
                    jobsWithoutPods(name, jobSet, nodes).limit(MAX_SIBLINGS).toList();
            if (!jobs.isEmpty()) {
                subjects.add(new Subject("JobSet", name));
            }
            subjects.addAll(jobs);
        });
        nodes.stream()
                .filter(node -> node.host().isPresent() && node.phase().equals("Pending") && !node.deleting())
                .map(node -> new Subject("Pod", node.pod()))
                .limit(MAX_SIBLINGS)
                .forEach(subjects::add);
        return subjects;
    }

    private static Stream<Subject> jobsWithoutPods(String name, JobSet jobSet, List<NodeView> nodes) {
        return jobSet.replicatedJobs().stream().flatMap(job -> IntStream.range(
                        0, Tree.wholeNumber(job, "replicas").orElse(1))
                .filter(index -> lacksPods(job, index, nodes))
                .limit(MAX_SIBLINGS)
                .mapToObj(index -> new Subject("Job", name + "-" + Tree.text(job, "name") + "-" + index)));
    }

    private static boolean lacksPods(Map<String, Object> job, int index, List<NodeView> nodes) {
        long there = nodes.stream()
                .filter(node -> node.step().equals(Tree.text(job, "name")) && node.jobIndex() == index)
                .count();
        return there < Tree.wholeNumber(job, "template", "spec", "parallelism").orElse(1);
    }

    private Uni<JobObjects> warnings(JobObjects objects, List<Subject> subjects) {
        String namespace = objects.trainJob().getMetadata().getNamespace();
        Uni<List<Event>> found = Uni.createFrom().item(new ArrayList<>());
        for (Subject subject : subjects) {
            found = found.chain(before -> passed(() -> api.warnings(namespace, subject.kind(), subject.name()))
                    .map(more -> {
                        before.addAll(more);
                        return before;
                    }));
        }
        return found.map(events -> objects.withEvents(Belongings.events(objects, events)));
    }

    private Uni<JobObjects> holders(JobObjects objects) {
        List<String> wanted = NamespaceQuota.exceeded(JobDetails.events(objects));
        if (wanted.isEmpty()) {
            return Uni.createFrom().item(objects);
        }
        return passed(() ->
                        api.listFew(Pod.class, objects.trainJob().getMetadata().getNamespace()))
                .map(pods -> objects.withHolders(NamespaceQuota.holders(pods, wanted)));
    }

    private static <T> Uni<List<T>> passed(Supplier<Uni<List<T>>> request) {
        return Uni.createFrom().deferred(() -> request.get()).onFailure().recoverWithItem(List.of());
    }
}

package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.core.kube.KubeReader;
import io.trainyard.core.view.JobDetails;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.QuotaHolder;
import io.trainyard.core.view.StepView;
import io.trainyard.core.why.FirstFailure;
import io.trainyard.spi.model.TrainJob;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads a TrainJob with everything that belongs to it: a dozen requests. What may not be read is passed over, so that somebody with few rights still gets
 * an answer. Lives where the client lives.
 */
public final class JobInspector {
    private static final int LAST_LINES = 20;
    private static final String KUEUE = "kueue.x-k8s.io";

    /** Where schedulers keep their PodGroups. */
    private static final List<String> POD_GROUPS =
            List.of("scheduling.volcano.sh", "scheduling.x-k8s.io", "scheduling.run.ai");

    private final KubeReader api;
    private final Clock clock;

    public JobInspector(KubeReader api, Clock clock) {
        this.api = api;
        this.clock = clock;
    }

    /** The objects of a job; empty when there is none of that name. Fails only when the TrainJob itself cannot be read. */
    public Uni<Optional<JobObjects>> inspect(String namespace, String name) {
        return api.get(TrainJob.class, namespace, name)
                .chain(found -> found.map(trainJob -> inspect(trainJob).map(Optional::of))
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    /** The objects of a job that somebody has read already. Never fails. */
    public Uni<JobObjects> inspect(TrainJob trainJob) {
        String namespace = trainJob.getMetadata().getNamespace();
        String name = trainJob.getMetadata().getName();
        Map<String, String> ofJobSet = Map.of("jobset.sigs.k8s.io/jobset-name", name);
        return Uni.createFrom()
                .item(() -> JobObjects.of(trainJob, clock.instant()))
                .chain(objects -> passed(() -> api.get(JobSet.class, namespace, name), Optional.empty())
                        .map(objects::withJobSet))
                .chain(objects -> passed(() -> api.list(Job.class, namespace, ofJobSet), List.of())
                        .map(objects::withJobs))
                .chain(objects -> passed(() -> api.list(Pod.class, namespace, ofJobSet), List.of())
                        .map(objects::withPods))
                .chain(this::addOns)
                .chain(objects -> passed(() -> api.list(Event.class, namespace, Map.of()), List.of())
                        .map(events -> objects.withEvents(Belongings.events(objects, events))))
                .chain(this::holders)
                .chain(this::machines)
                .chain(this::lastLines);
    }

    private Uni<JobObjects> addOns(JobObjects objects) {
        String namespace = objects.trainJob().getMetadata().getNamespace();
        Uni<List<GenericKubernetesResource>> found = Uni.createFrom().item(new ArrayList<>());
        for (String group : POD_GROUPS) {
            found = found.chain(before -> listed(group, "PodGroup", namespace).map(more -> joined(before, more)));
        }
        return found.chain(before -> listed(KUEUE, "Workload", namespace).map(more -> joined(before, more)))
                .map(all -> objects.withAddOns(Belongings.owned(objects.trainJob(), all)));
    }

    private Uni<JobObjects> holders(JobObjects objects) {
        Optional<GenericKubernetesResource> workload = objects.addOns().stream()
                .filter(object -> "Workload".equals(object.getKind()))
                .findFirst();
        if (workload.isPresent() && KueueQuota.isWaiting(workload.get())) {
            return holdersOfQueue(objects, workload.get()).map(objects::withHolders);
        }
        List<String> wanted = NamespaceQuota.exceeded(JobDetails.events(objects));
        if (wanted.isEmpty()) {
            return Uni.createFrom().item(objects);
        }
        String namespace = objects.trainJob().getMetadata().getNamespace();
        return passed(() -> api.list(Pod.class, namespace, Map.of()), List.of())
                .map(pods -> objects.withHolders(NamespaceQuota.holders(pods, wanted)));
    }

    /** Newer schedulers say that taints keep a pod away, but not which. */
    private Uni<JobObjects> machines(JobObjects objects) {
        boolean needed = objects.pods().stream()
                .filter(pod -> pod.getStatus() != null)
                .flatMap(pod -> pod.getStatus().getConditions().stream())
                .anyMatch(condition -> "Unschedulable".equals(condition.getReason())
                        && Objects.requireNonNullElse(condition.getMessage(), "")
                                .contains("untolerated taint"));
        return needed
                ? passed(() -> api.list(Node.class, "", Map.of()), List.of()).map(objects::withMachines)
                : Uni.createFrom().item(objects);
    }

    /** Who may not see other namespaces learns of those in his own. */
    private Uni<List<QuotaHolder>> holdersOfQueue(JobObjects objects, GenericKubernetesResource workload) {
        String namespace = objects.trainJob().getMetadata().getNamespace();
        return listed(KUEUE, "LocalQueue", namespace)
                .map(queues -> KueueQuota.clusterQueue(workload, queues))
                .chain(queue -> queue.isEmpty()
                        ? Uni.createFrom().item(List.<QuotaHolder>of())
                        : api.listServed(KUEUE, "Workload", "")
                                .onFailure()
                                .recoverWithUni(() -> listed(KUEUE, "Workload", namespace))
                                .map(all -> KueueQuota.holders(queue.get(), all)));
    }

    /** Of the container that failed first, and of those that fetch something. */
    private Uni<JobObjects> lastLines(JobObjects objects) {
        List<String> fetching = JobDetails.steps(objects).stream()
                .filter(step -> step.role().isInitializer() && step.state() == StepView.State.RUNNING)
                .map(StepView::name)
                .toList();
        Stream<String> ofInitializers = JobDetails.nodes(objects).stream()
                .filter(node -> fetching.contains(node.step()) && node.phase().equals("Running"))
                .flatMap(node ->
                        node.containers().stream().map(container -> JobObjects.logKey(node.pod(), container.name())))
                .limit(2);
        Stream<String> ofFailure =
                FirstFailure.of(objects).stream().map(failed -> JobObjects.logKey(failed.pod(), failed.container()));
        Uni<Map<String, List<String>>> lines = Uni.createFrom().item(new HashMap<>());
        for (String key : Stream.concat(ofFailure, ofInitializers).distinct().toList()) {
            lines = lines.chain(before -> lines(objects, key).map(found -> with(before, key, found)));
        }
        return lines.map(objects::withLastLines);
    }

    private Uni<List<String>> lines(JobObjects objects, String key) {
        int slash = key.indexOf('/');
        return passed(
                () -> api.lastLines(
                        objects.trainJob().getMetadata().getNamespace(),
                        key.substring(0, slash),
                        key.substring(slash + 1),
                        LAST_LINES),
                List.of());
    }

    private static Map<String, List<String>> with(Map<String, List<String>> before, String key, List<String> lines) {
        if (!lines.isEmpty()) {
            before.put(key, lines);
        }
        return before;
    }

    private Uni<List<GenericKubernetesResource>> listed(String group, String kind, String namespace) {
        return passed(() -> api.listServed(group, kind, namespace), List.of());
    }

    private static List<GenericKubernetesResource> joined(
            List<GenericKubernetesResource> before, List<GenericKubernetesResource> more) {
        before.addAll(more);
        return before;
    }

    private static <T> Uni<T> passed(Supplier<Uni<T>> request, T unknown) {
        return Uni.createFrom().deferred(() -> request.get()).onFailure().recoverWithItem(unknown);
    }
}

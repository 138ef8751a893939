package io.trainyard.local.controllers.scheduler;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.ApiCall;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.PatchType;
import io.trainyard.local.client.Resource;
import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.record.EventRecorder;
import io.trainyard.local.client.workqueue.Result;
import io.trainyard.local.controllers.toolkit.Cluster;
import io.trainyard.local.controllers.toolkit.Controller;
import io.trainyard.local.controllers.toolkit.ObjectWriter;
import io.trainyard.local.controllers.toolkit.Watched;
import io.vertx.core.Future;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Binds pods to the one node. All of its work is one key, for every decision is about all pods. */
public final class SchedulerController implements Controller {
    private static final ObjectName EVERYTHING = new ObjectName("", "all pods");
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final Cluster cluster;
    private final SchedulerOptions options;
    private final ObjectWriter writer;
    private final EventRecorder events;
    private final SchedulingGates gates;

    /** Uids of pods that were bound, of which the cache does not know yet. */
    private final Set<String> assumed = new HashSet<>();

    public SchedulerController(Cluster cluster, SchedulerOptions options) {
        this.cluster = cluster;
        this.options = options;
        this.writer = cluster.writer("kube-scheduler");
        this.events = cluster.events("scheduler");
        this.gates = new SchedulingGates(options, writer, events);
    }

    @Override
    public String name() {
        return "scheduler";
    }

    @Override
    public List<Watched> watches() {
        List<Watched> watches = new ArrayList<>(List.of(
                new Watched(Resource.PODS, pod -> isUnbound(pod) || hasEnded(pod) ? List.of(EVERYTHING) : List.of()),
                new Watched(Resource.NODES, node -> List.of(EVERYTHING)),
                new Watched(Resource.JOBS, job -> List.of(EVERYTHING)),
                new Watched(Resource.JOB_SETS, jobSet -> List.of(EVERYTHING))));
        for (PodGroupKind kind : PodGroupKind.values()) {
            watches.add(new Watched(kind.resource(), group -> List.of(EVERYTHING)));
        }
        return watches;
    }

    private static boolean isUnbound(Map<String, Object> pod) {
        return Tree.text(pod, "spec", "nodeName").isEmpty();
    }

    private static boolean hasEnded(Map<String, Object> pod) {
        return ENDED.contains(Tree.text(pod, "status", "phase"));
    }

    private static String uid(Map<String, Object> object) {
        return Tree.text(object, "metadata", "uid");
    }

    @Override
    public Future<Result> reconcile(ObjectName key) {
        List<Map<String, Object>> pods =
                List.copyOf(cluster.cache(Resource.PODS).all());
        forgetKnown(pods);
        Map<Boolean, List<Map<String, Object>>> byGates =
                pods.stream().filter(this::isPending).collect(Collectors.partitioningBy(SchedulingGates::closed));
        return gates.handle(byGates.getOrDefault(true, List.of()))
                .compose(done -> place(pods, byGates.getOrDefault(false, List.of())));
    }

    private Future<Result> place(List<Map<String, Object>> pods, List<Map<String, Object>> waiting) {
        Optional<ResourceList> capacity = capacity();
        if (waiting.isEmpty() || capacity.isEmpty()) {
            return Future.succeededFuture(Result.DONE);
        }
        List<Gang> gangs = new GangFinder(
                        pods,
                        List.copyOf(cluster.cache(Resource.JOBS).all()),
                        List.copyOf(cluster.cache(Resource.JOB_SETS).all()),
                        new PodGroupMembers(
                                pods,
                                pod -> !isUnbound(pod) || assumed.contains(uid(pod)),
                                (kind, name) -> cluster.cache(kind.resource()).get(name)))
                .gangs(waiting);
        if (gangs.isEmpty()) {
            return Future.succeededFuture(Result.DONE);
        }
        List<Placement> placements = Placement.of(gangs, capacity.get(), used(pods), options.strict());
        List<Future<Void>> writes = new ArrayList<>();
        placements.forEach(placement -> apply(placement, writes));
        return Future.join(writes).map(Result.DONE);
    }

    private void forgetKnown(List<Map<String, Object>> pods) {
        if (!assumed.isEmpty()) {
            Set<String> unbound = new HashSet<>();
            pods.stream().filter(SchedulerController::isUnbound).forEach(pod -> unbound.add(uid(pod)));
            assumed.retainAll(unbound);
        }
    }

    private boolean isPending(Map<String, Object> pod) {
        return isUnbound(pod)
                && !assumed.contains(uid(pod))
                && !hasEnded(pod)
                && Tree.at(pod, "metadata", "deletionTimestamp") == null;
    }

    /** What the node has, as the options or else the node itself say; empty while there is no such node. */
    private Optional<ResourceList> capacity() {
        return cluster.cache(Resource.NODES)
                .get(new ObjectName("", options.nodeName()))
                .filter(node -> !Tree.flag(node, "spec", "unschedulable"))
                .filter(node -> !Tree.child(node, "status", "allocatable").isEmpty())
                .map(node -> {
                    Map<String, Object> amounts = new LinkedHashMap<>(Tree.child(node, "status", "allocatable"));
                    amounts.putAll(options.capacity());
                    return ResourceList.parse(amounts);
                });
    }

    private ResourceList used(List<Map<String, Object>> pods) {
        return pods.stream()
                .filter(pod -> !hasEnded(pod))
                .filter(pod ->
                        Tree.text(pod, "spec", "nodeName").equals(options.nodeName()) || assumed.contains(uid(pod)))
                .map(ResourceList::ofPod)
                .reduce(ResourceList.NONE, ResourceList::plus);
    }

    private void apply(Placement placement, List<Future<Void>> writes) {
        if (placement.starts()) {
            if (!placement.message().isEmpty()) {
                events.warning(placement.gang().owner(), "ResourcesCut", placement.message());
            }
            placement.gang().pods().forEach(pod -> writes.add(bind(pod)));
        } else {
            placement.gang().pods().forEach(pod -> writes.add(markUnschedulable(pod, placement.message())));
        }
    }

    private Future<Void> bind(Map<String, Object> pod) {
        ObjectName name = ObjectName.of(pod);
        assumed.add(uid(pod));
        Map<String, Object> binding = Tree.of("apiVersion", "v1", "kind", "Binding");
        binding.put("metadata", Tree.of("name", name.name(), "namespace", name.namespace(), "uid", uid(pod)));
        binding.put("target", Tree.of("apiVersion", "v1", "kind", "Node", "name", options.nodeName()));
        return writer.send(ApiCall.of("POST", Resource.PODS, name.namespace(), name.name())
                        .onSubresource("binding")
                        .withBody(binding))
                .onSuccess(done ->
                        events.normal(pod, "Scheduled", "Successfully assigned " + name + " to " + options.nodeName()))
                .<Void>mapEmpty()
                .recover(cause -> {
                    assumed.remove(uid(pod));
                    return ignoringGone(cause);
                });
    }

    private static Future<Void> ignoringGone(Throwable cause) {
        boolean gone = cause instanceof ApiException problem && (problem.isNotFound() || problem.isConflict());
        return gone ? Future.succeededFuture() : Future.failedFuture(cause);
    }

    private Future<Void> markUnschedulable(Map<String, Object> pod, String message) {
        boolean said = Tree.objects(pod, "status", "conditions").stream()
                .anyMatch(condition ->
                        "PodScheduled".equals(condition.get("type")) && message.equals(condition.get("message")));
        if (said) {
            return Future.succeededFuture();
        }
        events.warning(pod, "FailedScheduling", message);
        Map<String, Object> condition = Tree.of("type", "PodScheduled", "status", "False");
        condition.put("lastProbeTime", null);
        condition.put(
                "lastTransitionTime",
                cluster.now().truncatedTo(ChronoUnit.SECONDS).toString());
        condition.put("reason", "Unschedulable");
        condition.put("message", message);
        Map<String, Object> patch = Tree.of("status", Tree.of("conditions", List.of(condition)));
        return writer.patchStatus(Resource.PODS, ObjectName.of(pod), PatchType.STRATEGIC, patch)
                .<Void>mapEmpty()
                .recover(SchedulerController::ignoringGone);
    }
}

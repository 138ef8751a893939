package io.trainyard.local.kubelet.lifecycle;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Running;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Terminated;
import io.trainyard.local.kubelet.lifecycle.ContainerState.Waiting;
import io.trainyard.local.kubelet.spec.ContainerSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The status of a pod as the API server is told. Pure. */
public final class ApiPodStatus {
    private final PodState pod;
    private final Instant now;
    private final PodPhase phase;

    private ApiPodStatus(PodState pod, Instant now) {
        this.pod = pod;
        this.now = now;
        this.phase = PodPhase.of(pod);
    }

    /**
     * The parts of the status that a kubelet writes.
     *
     * @param hostAddress IP address of the node
     * @param podAddress IP address of the pod; empty when it has none yet
     * @param previous the status so far: conditions that do not change keep their times
     */
    public static Map<String, Object> of(
            PodState pod, String hostAddress, String podAddress, Map<String, Object> previous, Instant now) {
        ApiPodStatus status = new ApiPodStatus(pod, now);
        Map<String, Object> tree = Tree.of("phase", status.phase.text());
        tree.put("conditions", status.conditions(previous));
        tree.put("hostIP", hostAddress);
        tree.put("hostIPs", List.of(Tree.of("ip", hostAddress)));
        if (!podAddress.isEmpty()) {
            tree.put("podIP", podAddress);
            tree.put("podIPs", List.of(Tree.of("ip", podAddress)));
        }
        tree.put("startTime", text(pod.startTime()));
        pod.end().filter(end -> !end.isDeletion()).ifPresent(end -> {
            tree.put("reason", end.reason());
            tree.put("message", end.message());
        });
        if (!pod.spec().initContainers().isEmpty()) {
            tree.put("initContainerStatuses", status.containers(pod.spec().initContainers()));
        }
        tree.put("containerStatuses", status.containers(pod.spec().containers()));
        return tree;
    }

    private List<Object> conditions(Map<String, Object> previous) {
        List<Object> conditions = new ArrayList<>();
        boolean over = phase.isTerminal();
        String overReason = phase == PodPhase.SUCCEEDED ? "PodCompleted" : "PodFailed";
        conditions.add(condition(previous, "PodScheduled", true, "", ""));
        conditions.add(condition(previous, "PodReadyToStartContainers", pod.prepared() && !over, "", ""));
        boolean initialized = pod.isInitialized();
        String initializedReason = initialized
                ? phase == PodPhase.SUCCEEDED ? "PodCompleted" : ""
                : over ? "PodFailed" : "ContainersNotInitialized";
        conditions.add(condition(
                previous,
                "Initialized",
                initialized,
                initializedReason,
                initialized ? "" : pending(pod.spec().initContainers(), "incomplete")));
        boolean ready = !over
                && initialized
                && pod.spec().containers().stream()
                        .allMatch(main -> pod.of(main).ready());
        String reason = ready ? "" : over ? overReason : "ContainersNotReady";
        String message = ready || over ? "" : pending(pod.spec().containers(), "unready");
        conditions.add(condition(previous, "ContainersReady", ready, reason, message));
        conditions.add(condition(previous, "Ready", ready, reason, message));
        if (pod.end().filter(PodTermination::isDisruption).isPresent()) {
            // Policies for failures tell a pod that was disturbed from one that failed by itself.
            conditions.add(condition(
                    previous,
                    "DisruptionTarget",
                    true,
                    "TerminationByKubelet",
                    "Pod was terminated because its node was stopped."));
        }
        return conditions;
    }

    private String pending(List<ContainerSpec> containers, String adjective) {
        List<String> names = new ArrayList<>();
        for (ContainerSpec container : containers) {
            boolean fine = container.role() == ContainerSpec.Role.MAIN
                    ? pod.of(container).ready()
                    : pod.isPassed(container);
            if (!fine) {
                names.add(container.name());
            }
        }
        return "containers with " + adjective + " status: " + names;
    }

    private Map<String, Object> condition(
            Map<String, Object> previous, String type, boolean value, String reason, String message) {
        String status = value ? "True" : "False";
        Map<String, Object> before = Tree.objects(previous, "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst()
                .orElse(Map.of());
        String since = status.equals(before.get("status")) ? Tree.text(before, "lastTransitionTime") : "";
        Map<String, Object> condition = Tree.of("type", type, "status", status, "lastProbeTime", null);
        condition.put("lastTransitionTime", since.isEmpty() ? text(now) : since);
        // A strategic merge keeps what is not mentioned; an explicit null takes an old reason away.
        condition.put("reason", reason.isEmpty() ? null : reason);
        condition.put("message", message.isEmpty() ? null : message);
        return condition;
    }

    private List<Object> containers(List<ContainerSpec> containers) {
        List<Object> statuses = new ArrayList<>();
        for (ContainerSpec container : containers) {
            statuses.add(container(container, pod.of(container)));
        }
        return statuses;
    }

    private Map<String, Object> container(ContainerSpec container, ContainerStatus current) {
        Map<String, Object> status = Tree.of("name", container.name(), "image", container.image());
        status.put("imageID", "");
        String id = idOf(current.state());
        if (!id.isEmpty()) {
            status.put("containerID", id);
        }
        boolean initDone = container.role() == ContainerSpec.Role.INIT
                && current.state() instanceof Terminated how
                && how.isSuccess();
        status.put("ready", initDone || current.ready());
        status.put("started", current.started());
        status.put("restartCount", (long) current.restarts());
        status.put("state", state(endState(current)));
        Map<String, Object> last = new LinkedHashMap<>();
        current.last().ifPresent(end -> last.putAll(state(end)));
        status.put("lastState", last);
        return status;
    }

    // A container that waited when its pod ended has no state of its own to end with, unless something kept it from
    // starting.
    private ContainerState endState(ContainerStatus current) {
        if (!phase.isTerminal() || !(current.state() instanceof Waiting waiting)) {
            return current.state();
        }
        return current.last()
                .orElseGet(() -> waiting.message().isEmpty()
                        ? neverRan(137, "ContainerStatusUnknown", "The container did not run before the pod ended")
                        : neverRan(ContainerStatus.NOT_STARTED, waiting.reason(), waiting.message()));
    }

    private Terminated neverRan(int exitCode, String reason, String message) {
        return new Terminated(exitCode, 0, reason, message, pod.startTime(), now.truncatedTo(ChronoUnit.SECONDS), "");
    }

    private static String idOf(ContainerState state) {
        if (state instanceof Running running) {
            return running.id();
        }
        return state instanceof Terminated how ? how.id() : "";
    }

    private static Map<String, Object> state(ContainerState state) {
        if (state instanceof Running running) {
            return Tree.of("running", Tree.of("startedAt", text(running.startedAt())));
        }
        if (state instanceof Terminated how) {
            Map<String, Object> terminated = Tree.of("exitCode", (long) how.exitCode());
            if (how.signal() != 0) {
                terminated.put("signal", (long) how.signal());
            }
            terminated.put("reason", how.reason());
            put(terminated, "message", how.message());
            terminated.put("startedAt", text(how.startedAt()));
            terminated.put("finishedAt", text(how.finishedAt()));
            put(terminated, "containerID", how.id());
            return Tree.of("terminated", terminated);
        }
        Waiting waiting = (Waiting) state;
        Map<String, Object> tree = Tree.of("reason", waiting.reason());
        put(tree, "message", waiting.message());
        return Tree.of("waiting", tree);
    }

    private static void put(Map<String, Object> tree, String field, String text) {
        if (!text.isEmpty()) {
            tree.put(field, text);
        }
    }

    private static String text(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}

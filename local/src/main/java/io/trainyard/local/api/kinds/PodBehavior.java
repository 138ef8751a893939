package io.trainyard.local.api.kinds;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.pod.PodRules;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.KindBehavior;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pods: defaults, the first status, what may still change, and how long a deleted pod has to end. */
final class PodBehavior implements KindBehavior {
    private static final long DEFAULT_GRACE = 30;
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    private final Clock clock;

    PodBehavior(Clock clock) {
        this.clock = clock;
    }

    @Override
    public boolean countsGenerations() {
        return true;
    }

    @Override
    public void applyDefaults(Map<String, Object> pod) {
        Map<String, Object> spec = Tree.ensure(pod, "spec");
        PodDefaults.apply(spec);
        spec.putIfAbsent("enableServiceLinks", true);
        for (String field : List.of("initContainers", "containers")) {
            Tree.objects(spec, field).forEach(PodBehavior::requestWhatIsLimited);
        }
    }

    private static void requestWhatIsLimited(Map<String, Object> container) {
        Map<String, Object> limits = Tree.child(container, "resources", "limits");
        if (!limits.isEmpty()) {
            Map<String, Object> requests = Tree.ensure(container, "resources", "requests");
            limits.forEach(requests::putIfAbsent);
        }
    }

    @Override
    public void prepareCreate(Map<String, Object> pod) {
        Map<String, Object> spec = Tree.ensure(pod, "spec");
        spec.putIfAbsent("priority", 0L);
        spec.putIfAbsent("preemptionPolicy", "PreemptLowerPriority");
        tolerate(spec, "node.kubernetes.io/not-ready");
        tolerate(spec, "node.kubernetes.io/unreachable");
        Map<String, Object> status = Tree.of("phase", "Pending", "qosClass", QosClass.of(spec));
        if (!Tree.list(spec, "schedulingGates").isEmpty()) {
            status.put("conditions", new ArrayList<>(List.of(gated())));
        }
        pod.put("status", status);
    }

    private static void tolerate(Map<String, Object> spec, String taint) {
        List<Object> tolerations = new ArrayList<>(Tree.list(spec, "tolerations"));
        boolean known = tolerations.stream().anyMatch(toleration -> {
            String key = Tree.text(toleration, "key");
            String effect = Tree.text(toleration, "effect");
            return (key.equals(taint) || key.isEmpty()) && (effect.equals("NoExecute") || effect.isEmpty());
        });
        if (!known) {
            tolerations.add(
                    Tree.of("effect", "NoExecute", "key", taint, "operator", "Exists", "tolerationSeconds", 300L));
            spec.put("tolerations", tolerations);
        }
    }

    private Map<String, Object> gated() {
        return Tree.of(
                "type", "PodScheduled",
                "status", "False",
                "lastTransitionTime",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
                "reason", "SchedulingGated",
                "message", "Scheduling is blocked due to non-empty scheduling gates");
    }

    @Override
    public List<FieldError> validateCreate(Map<String, Object> pod) {
        return check(pod);
    }

    private static List<FieldError> check(Map<String, Object> pod) {
        Validation.Builder findings = Validation.builder();
        CheckedObject spec = CheckedObject.of(pod, FieldPath.ROOT, findings).child("spec");
        PodRules.check(spec, Extent.WHOLE);
        // In a template of a JobSet it has no effect.
        spec.label("subdomain");
        return new ArrayList<>(findings.build().errors());
    }

    @Override
    public List<FieldError> validateUpdate(Map<String, Object> pod, Map<String, Object> previous) {
        List<FieldError> errors = check(pod);
        errors.addAll(PodChanges.check(Tree.child(pod, "spec"), Tree.child(previous, "spec")));
        return errors;
    }

    @Override
    public long gracePeriod(Map<String, Object> pod, long requested) {
        boolean runs =
                !Tree.text(pod, "spec", "nodeName").isEmpty() && !ENDED.contains(Tree.text(pod, "status", "phase"));
        if (!runs) {
            return 0;
        }
        return requested >= 0
                ? requested
                : Math.max(0, Tree.integer(DEFAULT_GRACE, pod, "spec", "terminationGracePeriodSeconds"));
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}

package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.tree.Tree;
import java.util.List;

/** What Kubernetes refuses of where a pod may run: tolerations, spread and affinity. Pure. */
final class SchedulingRules {
    private static final List<String> LABEL_OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist");
    private static final List<String> NODE_OPERATORS = List.of("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final int MAX_WEIGHT = 100;

    private SchedulingRules() {}

    static void check(CheckedObject podSpec) {
        podSpec.list("tolerations").forEach(SchedulingRules::toleration);
        podSpec.list("topologySpreadConstraints").forEach(SchedulingRules::spread);
        CheckedObject affinity = podSpec.child("affinity");
        nodes(affinity.child("nodeAffinity"));
        pods(affinity.child("podAffinity"));
        pods(affinity.child("podAntiAffinity"));
    }

    private static void toleration(CheckedObject toleration) {
        String operator = toleration.text("operator");
        if (operator.equals("Exists") && !toleration.text("value").isEmpty()) {
            toleration.invalid("value", "must be empty with the operator Exists; the operator Equal compares a value");
        } else if (operator.isEmpty() || operator.equals("Equal")) {
            MetadataRules.labelValue(toleration, "value");
        }
        if (toleration.text("key").isEmpty()) {
            if (!operator.equals("Exists")) {
                toleration.required("key", "only a toleration with the operator Exists, for all taints, has no key");
            }
        } else {
            MetadataRules.labelKey(toleration, "key");
        }
        if (toleration.has("tolerationSeconds") && !toleration.text("effect").equals("NoExecute")) {
            toleration.invalid("effect", "must be NoExecute where tolerationSeconds is set");
        }
    }

    private static void spread(CheckedObject constraint) {
        if (constraint.number("maxSkew", 0) < 1) {
            constraint.invalid("maxSkew", "must be at least 1");
        }
        if (constraint.has("minDomains")
                && !constraint.text("whenUnsatisfiable").equals("DoNotSchedule")) {
            constraint.invalid("minDomains", "needs whenUnsatisfiable DoNotSchedule");
        }
        if (!Tree.list(constraint.tree(), "matchLabelKeys").isEmpty() && !constraint.has("labelSelector")) {
            constraint.forbidden("matchLabelKeys", "needs a labelSelector");
        }
        selector(constraint.child("labelSelector"));
    }

    private static void nodes(CheckedObject affinity) {
        CheckedObject required = affinity.child(REQUIRED);
        if (affinity.has(REQUIRED)
                && Tree.list(required.tree(), "nodeSelectorTerms").isEmpty()) {
            required.required("nodeSelectorTerms", "must have at least one term");
        }
        required.list("nodeSelectorTerms").forEach(term -> requirements(term, NODE_OPERATORS));
        for (CheckedObject preferred : affinity.list(PREFERRED)) {
            weight(preferred);
            requirements(preferred.child("preference"), NODE_OPERATORS);
        }
    }

    private static void pods(CheckedObject affinity) {
        affinity.list(REQUIRED).forEach(SchedulingRules::podTerm);
        for (CheckedObject preferred : affinity.list(PREFERRED)) {
            weight(preferred);
            podTerm(preferred.child("podAffinityTerm"));
        }
    }

    private static void podTerm(CheckedObject term) {
        if (term.text("topologyKey").isEmpty()) {
            term.required("topologyKey", "must be the label of nodes that says which of them count as one place");
        }
        selector(term.child("labelSelector"));
        selector(term.child("namespaceSelector"));
    }

    private static void selector(CheckedObject selector) {
        requirements(selector, LABEL_OPERATORS);
    }

    private static void weight(CheckedObject preferred) {
        if (preferred.number("weight", 0) < 1 || preferred.number("weight", 0) > MAX_WEIGHT) {
            preferred.invalid("weight", "must be between 1 and " + MAX_WEIGHT);
        }
    }

    private static void requirements(CheckedObject term, List<String> operators) {
        for (CheckedObject requirement : term.list("matchExpressions")) {
            String operator = requirement.text("operator");
            int values = Tree.list(requirement.tree(), "values").size();
            if (!operators.contains(operator)) {
                requirement.invalid("operator", "must be one of " + String.join(", ", operators));
            } else if (operator.endsWith("In") && values == 0) {
                requirement.required("values", "the operator " + operator + " needs at least one value");
            } else if (List.of("Gt", "Lt").contains(operator) && values != 1) {
                requirement.required("values", "the operator " + operator + " needs exactly one value");
            } else if (operator.contains("Exist") && values > 0) {
                requirement.forbidden("values", "the operator " + operator + " takes no values");
            }
            MetadataRules.labelKey(requirement, "key");
        }
    }
}

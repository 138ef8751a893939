package io.trainyard.local.api.kinds;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.resource.NameRule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What must hold of a pod specification, in pods and in templates of pods: the mistakes that people make. */
final class PodRules {
    private static final long MAX_PORT = 65_535;

    private final String path;
    private final List<FieldError> errors = new ArrayList<>();
    private final Set<String> containerNames = new HashSet<>();

    private PodRules(String path) {
        this.path = path;
    }

    /** What is wrong with a specification that lies at {@code path}. */
    static List<FieldError> check(Map<String, Object> spec, String path) {
        PodRules rules = new PodRules(path);
        rules.checkAll(spec);
        return rules.errors;
    }

    private void checkAll(Map<String, Object> spec) {
        Set<String> volumes = checkVolumes(spec);
        if (Tree.list(spec, "containers").isEmpty()) {
            errors.add(FieldError.required(path + ".containers", ""));
        }
        for (String field : List.of("initContainers", "containers")) {
            List<Map<String, Object>> containers = Tree.objects(spec, field);
            for (int i = 0; i < containers.size(); i++) {
                checkContainer(containers.get(i), path + "." + field + "[" + i + "]", volumes);
            }
        }
        checkLabel(Tree.text(spec, "hostname"), path + ".hostname");
        checkLabel(Tree.text(spec, "subdomain"), path + ".subdomain");
        if (Tree.integer(0, spec, "terminationGracePeriodSeconds") < 0) {
            errors.add(FieldError.invalid(
                    path + ".terminationGracePeriodSeconds",
                    Tree.at(spec, "terminationGracePeriodSeconds"),
                    "must be greater than or equal to 0"));
        }
        checkDeadline(spec);
    }

    /** One in a time that no clock can tell would stop whoever reckons with it. */
    private void checkDeadline(Map<String, Object> spec) {
        long seconds = Tree.integer(1, spec, "activeDeadlineSeconds");
        if (seconds < 1 || seconds > Integer.MAX_VALUE) {
            errors.add(FieldError.invalid(
                    path + ".activeDeadlineSeconds", seconds, "must be between 1 and 2147483647, inclusive"));
        }
    }

    private Set<String> checkVolumes(Map<String, Object> spec) {
        Set<String> names = new HashSet<>();
        List<Map<String, Object>> volumes = Tree.objects(spec, "volumes");
        for (int i = 0; i < volumes.size(); i++) {
            checkName(Tree.text(volumes.get(i), "name"), path + ".volumes[" + i + "].name", names);
        }
        return names;
    }

    private void checkContainer(Map<String, Object> container, String at, Set<String> volumes) {
        checkName(Tree.text(container, "name"), at + ".name", containerNames);
        if (Tree.text(container, "image").isEmpty()) {
            errors.add(FieldError.required(at + ".image", ""));
        }
        List<Map<String, Object>> ports = Tree.objects(container, "ports");
        for (int i = 0; i < ports.size(); i++) {
            checkPort(Tree.integer(0, ports.get(i), "containerPort"), at + ".ports[" + i + "].containerPort");
        }
        List<Map<String, Object>> variables = Tree.objects(container, "env");
        for (int i = 0; i < variables.size(); i++) {
            checkVariable(variables.get(i), at + ".env[" + i + "]");
        }
        checkMounts(container, at, volumes);
        checkResources(Tree.child(container, "resources"), at + ".resources");
    }

    private void checkVariable(Map<String, Object> variable, String at) {
        if (Tree.text(variable, "name").isEmpty()) {
            errors.add(FieldError.required(at + ".name", ""));
        }
        if (!Tree.text(variable, "value").isEmpty() && variable.get("valueFrom") != null) {
            errors.add(FieldError.invalid(at + ".valueFrom", "", "may not be specified when `value` is not empty"));
        }
    }

    private void checkMounts(Map<String, Object> container, String at, Set<String> volumes) {
        Set<String> paths = new HashSet<>();
        List<Map<String, Object>> mounts = Tree.objects(container, "volumeMounts");
        for (int i = 0; i < mounts.size(); i++) {
            String name = Tree.text(mounts.get(i), "name");
            String mountPath = Tree.text(mounts.get(i), "mountPath");
            String field = at + ".volumeMounts[" + i + "]";
            if (!volumes.contains(name)) {
                errors.add(FieldError.invalid(field + ".name", name, "there is no volume of this name"));
            }
            if (mountPath.isEmpty()) {
                errors.add(FieldError.required(field + ".mountPath", ""));
            } else if (!paths.add(mountPath)) {
                errors.add(FieldError.invalid(field + ".mountPath", mountPath, "must be unique"));
            }
        }
    }

    private void checkResources(Map<String, Object> resources, String at) {
        Map<String, BigDecimal> limits = amounts(Tree.child(resources, "limits"), at + ".limits");
        amounts(Tree.child(resources, "requests"), at + ".requests").forEach((name, request) -> {
            BigDecimal limit = limits.get(name);
            if (limit != null && request.compareTo(limit) > 0) {
                errors.add(FieldError.invalid(
                        at + ".requests",
                        Tree.at(resources, "requests", name),
                        "must be less than or equal to " + name + " limit of " + Tree.at(resources, "limits", name)));
            }
        });
    }

    /** The amounts that can be calculated with; each of the others is an error. */
    private Map<String, BigDecimal> amounts(Map<String, Object> written, String at) {
        Map<String, BigDecimal> amounts = new LinkedHashMap<>();
        written.forEach((name, value) -> {
            try {
                BigDecimal amount =
                        ResourceQuantity.parse(String.valueOf(value)).value();
                if (amount.signum() < 0) {
                    errors.add(FieldError.invalid(at + "[" + name + "]", value, "must be greater than or equal to 0"));
                }
                amounts.put(name, amount);
            } catch (IllegalArgumentException unreadable) {
                errors.add(FieldError.invalid(at + "[" + name + "]", value, String.valueOf(unreadable.getMessage())));
            }
        });
        return amounts;
    }

    private void checkName(String name, String at, Set<String> others) {
        if (name.isEmpty()) {
            errors.add(FieldError.required(at, ""));
            return;
        }
        checkLabel(name, at);
        if (!others.add(name)) {
            errors.add(new FieldError(at, FieldError.Kind.DUPLICATE, name, ""));
        }
    }

    private void checkLabel(String text, String at) {
        if (!text.isEmpty()) {
            NameRule.LABEL.problemOf(text).ifPresent(problem -> errors.add(FieldError.invalid(at, text, problem)));
        }
    }

    private void checkPort(long port, String at) {
        if (port == 0) {
            errors.add(FieldError.required(at, ""));
        } else if (port < 0 || port > MAX_PORT) {
            errors.add(FieldError.invalid(at, port, "must be between 1 and 65535, inclusive"));
        }
    }
}

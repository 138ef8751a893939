package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.foundation.tree.Tree;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the API server refuses of pods only when a Job makes them: names, ports, amounts and times. Values of a wrong type are left to the schema.
 * Pure.
 */
public final class PodSpecCheck {
    private static final int MAX_PORT = 65_535;
    private static final LinearPattern LETTER = LinearPattern.of("[a-z]");
    private static final LinearPattern PORT_NAME = LinearPattern.of("[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?");

    private final FieldPath path;
    private final Validation.Builder findings;
    private final Set<String> hostPorts = new HashSet<>();

    private PodSpecCheck(FieldPath path, Validation.Builder findings) {
        this.path = path;
        this.findings = findings;
    }

    /** Findings about a whole pod spec that lies at a path. */
    public static void whole(Map<String, Object> podSpec, FieldPath path, Validation.Builder findings) {
        if (Tree.list(podSpec, "containers").isEmpty()) {
            findings.error(FieldError.required(path.field("containers").text(), "a pod needs at least one container"));
        }
        PodSpecCheck check = new PodSpecCheck(path, findings);
        check.names(podSpec);
        check.values(podSpec);
    }

    /** Findings about a part of a pod spec that changes another one: what it says must be right, but it need not say all. */
    public static void part(Map<String, Object> podSpec, FieldPath path, Validation.Builder findings) {
        new PodSpecCheck(path, findings).values(podSpec);
    }

    private void names(Map<String, Object> podSpec) {
        Set<String> names = new HashSet<>();
        for (String list : List.of("initContainers", "containers")) {
            List<Object> containers = Tree.list(podSpec, list);
            for (int i = 0; i < containers.size(); i++) {
                String at = path.field(list).item(i).field("name").text();
                Optional<String> name = Tree.string(containers.get(i), "name").filter(text -> !text.isEmpty());
                if (name.isEmpty()) {
                    findings.error(FieldError.required(at, "every container needs a name"));
                } else if (!DnsName.isLabel(name.get())) {
                    findings.error(
                            FieldError.invalid(
                                    at,
                                    name.get(),
                                    "must be at most 63 small letters, digits and '-' that begin and end with a letter or digit"));
                } else if (!names.add(name.get())) {
                    findings.error(new FieldError(at, FieldError.Kind.DUPLICATE, name.get(), ""));
                }
            }
        }
    }

    private void values(Map<String, Object> podSpec) {
        for (String list : List.of("initContainers", "containers")) {
            List<Object> containers = Tree.list(podSpec, list);
            for (int i = 0; i < containers.size(); i++) {
                ports(
                        Tree.list(containers.get(i), "ports"),
                        path.field(list).item(i).field("ports"));
                variables(
                        Tree.list(containers.get(i), "env"),
                        path.field(list).item(i).field("env"));
            }
        }
        number(podSpec, "activeDeadlineSeconds", 1, Integer.MAX_VALUE);
        number(podSpec, "terminationGracePeriodSeconds", 0, Long.MAX_VALUE);
        QuantityCheck.podSpec(podSpec, () -> path, findings);
    }

    private void ports(List<Object> ports, FieldPath list) {
        Set<String> numbers = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            FieldPath at = list.item(i);
            @Nullable Object number = Tree.at(ports.get(i), "containerPort");
            String protocol = Tree.string(ports.get(i), "protocol").orElse("TCP");
            if (number == null) {
                findings.error(FieldError.required(at.field("containerPort").text(), ""));
            } else if (number instanceof Number given) {
                if (isPort(given, at.field("containerPort")) && !numbers.add(protocol + given)) {
                    findings.error(
                            new FieldError(at.field("containerPort").text(), FieldError.Kind.DUPLICATE, given, ""));
                }
            }
            if (Tree.at(ports.get(i), "hostPort") instanceof Number host
                    && host.doubleValue() != 0
                    && isPort(host, at.field("hostPort"))) {
                String address = Tree.string(ports.get(i), "hostIP").orElse("");
                if (!hostPorts.add(protocol + address + " " + host)) {
                    findings.error(new FieldError(at.field("hostPort").text(), FieldError.Kind.DUPLICATE, host, ""));
                }
            }
            Tree.string(ports.get(i), "name").filter(name -> !name.isEmpty()).ifPresent(name -> {
                if (!PORT_NAME.matches(name) || !LETTER.isFoundIn(name) || name.contains("--")) {
                    findings.error(FieldError.invalid(
                            at.field("name").text(),
                            name,
                            "must be at most 15 small letters, digits and single '-', with at least one letter"));
                } else if (!names.add(name)) {
                    findings.error(new FieldError(at.field("name").text(), FieldError.Kind.DUPLICATE, name, ""));
                }
            });
        }
    }

    private void variables(List<Object> variables, FieldPath list) {
        for (int i = 0; i < variables.size(); i++) {
            boolean hasValue = Tree.string(variables.get(i), "value")
                    .filter(value -> !value.isEmpty())
                    .isPresent();
            if (hasValue && Tree.at(variables.get(i), "valueFrom") != null) {
                findings.error(FieldError.invalid(
                        list.item(i).field("valueFrom").text(), null, "may not be set together with a value"));
            }
        }
    }

    private boolean isPort(Number number, FieldPath at) {
        boolean fits = number.doubleValue() >= 1 && number.doubleValue() <= MAX_PORT;
        if (!fits) {
            findings.error(FieldError.invalid(at.text(), number, "must be between 1 and " + MAX_PORT));
        }
        return fits;
    }

    private void number(Map<String, Object> podSpec, String field, long least, long most) {
        if (podSpec.get(field) instanceof Number number
                && (number.doubleValue() < least || number.doubleValue() > most)) {
            findings.error(FieldError.invalid(
                    path.field(field).text(),
                    number,
                    most == Long.MAX_VALUE ? "must not be negative" : "must be between " + least + " and " + most));
        }
    }
}

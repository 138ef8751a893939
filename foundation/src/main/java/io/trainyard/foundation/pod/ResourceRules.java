package io.trainyard.foundation.pod;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks amounts of resources. Refused are text that is no quantity, negative amounts, parts of devices, requests above their limit, devices without a
 * limit and names that containers cannot ask for. Pure, and cheap whatever is written.
 */
public final class ResourceRules {
    private static final List<String> PLAIN_NAMES = List.of("cpu", "memory", "ephemeral-storage");

    private ResourceRules() {}

    /** Findings about all amounts of a pod spec. */
    static void ofPod(CheckedObject podSpec, Extent extent) {
        calculable(podSpec);
        for (String list : PodRules.CONTAINER_LISTS) {
            podSpec.list(list).forEach(container -> rules(container.child("resources"), extent));
        }
        CheckedObject resources = podSpec.child("resources");
        for (String field : List.of("requests", "limits")) {
            CheckedObject amounts = resources.child(field);
            amounts.tree().keySet().stream()
                    .filter(name -> !name.equals("cpu") && !name.equals("memory") && !isHugePages(name))
                    .forEach(name -> invalid(amounts, name, "a pod as a whole has cpu, memory and hugepages-… only"));
        }
        requests(resources, extent);
    }

    /** Findings about those amounts of a pod spec that cannot be calculated with. What passes can be read later without a failure. */
    public static void calculable(CheckedObject podSpec) {
        for (String list : PodRules.CONTAINER_LISTS) {
            podSpec.list(list).forEach(container -> calculableOf(container.child("resources")));
        }
        calculableOf(podSpec.child("resources"));
        amounts(podSpec.child("overhead"));
        podSpec.list("volumes").forEach(volume -> {
            CheckedObject directory = volume.child("emptyDir");
            if (directory.has("sizeLimit")) {
                problem("", text(directory.tree(), "sizeLimit"))
                        .ifPresent(problem -> directory.invalid("sizeLimit", problem));
            }
        });
    }

    /** Findings about the requests and limits of one container. */
    public static void ofContainer(CheckedObject resources, Extent extent) {
        calculableOf(resources);
        rules(resources, extent);
    }

    /** Findings about those requests and limits of a container that cannot be calculated with. */
    public static void calculableOf(CheckedObject resources) {
        amounts(resources.child("requests"));
        amounts(resources.child("limits"));
    }

    private static void rules(CheckedObject resources, Extent extent) {
        if (resources.tree().isEmpty()) {
            return;
        }
        for (String field : List.of("requests", "limits")) {
            CheckedObject amounts = resources.child(field);
            amounts.tree().keySet().stream()
                    .filter(name -> name.contains("/")
                            ? name.startsWith("requests.") || !MetadataRules.isQualifiedName(name)
                            : !PLAIN_NAMES.contains(name) && !isHugePages(name))
                    .forEach(name -> invalid(
                            amounts,
                            name,
                            "is no resource of a container; those are cpu, memory, ephemeral-storage, hugepages-… and names"
                                    + " with a domain, such as nvidia.com/gpu"));
        }
        requests(resources, extent);
        List<String> names = Stream.of("requests", "limits")
                .flatMap(field -> resources.child(field).tree().keySet().stream())
                .toList();
        if (extent == Extent.WHOLE
                && names.stream().anyMatch(ResourceRules::isHugePages)
                && !names.contains("cpu")
                && !names.contains("memory")) {
            resources.required("limits", "huge pages need an amount of cpu or memory, too");
        }
    }

    private static void requests(CheckedObject resources, Extent extent) {
        Map<String, Object> limits = Tree.child(resources.tree(), "limits");
        Map<String, Object> requests = Tree.child(resources.tree(), "requests");
        for (String name : requests.keySet()) {
            boolean device = isHugePages(name) || (name.contains("/") && !name.contains("kubernetes.io/"));
            if (limits.get(name) == null) {
                if (device && extent == Extent.WHOLE) {
                    resources
                            .findings()
                            .error(FieldError.required(
                                    resources.path("limits").key(name).text(),
                                    "must be the same as the request, which is " + requests.get(name)
                                            + ": there can be no more of this resource than was asked for"));
                }
                continue;
            }
            int order = compare(text(requests, name), text(limits, name));
            if (order > 0 || (device && order < 0)) {
                invalid(
                        resources.child("requests"),
                        name,
                        (device ? "must be the limit" : "must be at most the limit") + ", which is "
                                + limits.get(name));
            }
        }
    }

    private static void amounts(CheckedObject amounts) {
        amounts.tree().keySet().forEach(name -> problem(name, text(amounts.tree(), name))
                .ifPresent(problem -> invalid(amounts, name, problem)));
    }

    private static Optional<String> problem(String resource, String text) {
        if (ResourceQuantity.isShort(text) && !text.endsWith("m") && !isHugePages(resource)) {
            return Optional.empty();
        }
        Optional<BigDecimal> amount = read(text);
        if (amount.isEmpty()) {
            return Optional.of(
                    "must be a quantity such as 500m, 2 or 16Gi, with at most 256 characters and an exponent between"
                            + " -999 and 999");
        }
        if (amount.get().signum() < 0) {
            return Optional.of("must not be negative");
        }
        if (isHugePages(resource)) {
            Optional<BigDecimal> page = read(resource.substring(resource.indexOf('-') + 1));
            if (page.isPresent()
                    && page.get().signum() > 0
                    && amount.get().remainder(page.get()).signum() != 0) {
                return Optional.of("must be a multiple of the size of a page");
            }
        }
        return resource.contains("/") && amount.get().stripTrailingZeros().scale() > 0
                ? Optional.of("must be a whole number of devices")
                : Optional.empty();
    }

    private static void invalid(CheckedObject amounts, String name, String message) {
        amounts.findings()
                .error(FieldError.invalid(
                        amounts.path().key(name).text(),
                        CheckedObject.shown(amounts.tree().get(name)),
                        message));
    }

    private static boolean isHugePages(String name) {
        return name.startsWith("hugepages-");
    }

    /** How two amounts compare; those that nobody can read, not at all. */
    private static int compare(String one, String other) {
        if (one.equals(other)) {
            return 0;
        }
        Optional<BigDecimal> amount = read(one);
        Optional<BigDecimal> than = read(other);
        return amount.isPresent() && than.isPresent() ? amount.get().compareTo(than.get()) : 0;
    }

    private static String text(Map<String, Object> amounts, String name) {
        return String.valueOf(amounts.get(name));
    }

    private static Optional<BigDecimal> read(String written) {
        try {
            return Optional.of(ResourceQuantity.parse(written).value());
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}

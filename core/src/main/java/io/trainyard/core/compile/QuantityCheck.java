package io.trainyard.core.compile;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of resources that nobody can calculate with, or that Kubernetes refuses: no quantities, negative ones, parts of devices, requests above
 * their limit. Whatever passes here can be read later without a failure. Pure, and cheap whatever is written: each compile asks, so paths are
 * written out only for a finding.
 */
public final class QuantityCheck {
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

    private QuantityCheck() {}

    /** Findings about all amounts of a pod spec, or of a part of one. */
    public static void podSpec(Map<String, Object> podSpec, Supplier<FieldPath> path, Validation.Builder findings) {
        for (String list : CONTAINER_LISTS) {
            List<Object> containers = Tree.list(podSpec, list);
            for (int i = 0; i < containers.size(); i++) {
                int index = i;
                resources(
                        Tree.child(containers.get(i), "resources"),
                        () -> path.get().field(list).item(index).field("resources"),
                        findings);
            }
        }
        resources(Tree.child(podSpec, "resources"), () -> path.get().field("resources"), findings);
        amounts(Tree.child(podSpec, "overhead"), () -> path.get().field("overhead"), findings);
        List<Object> volumes = Tree.list(podSpec, "volumes");
        for (int i = 0; i < volumes.size(); i++) {
            @Nullable Object limit = Tree.at(volumes.get(i), "emptyDir", "sizeLimit");
            if (limit != null) {
                int index = i;
                amount(
                        "",
                        limit,
                        () -> path.get()
                                .field("volumes")
                                .item(index)
                                .field("emptyDir")
                                .field("sizeLimit"),
                        findings);
            }
        }
    }

    /** Findings about the requests and limits of one container. */
    public static void resources(Map<String, Object> resources, Supplier<FieldPath> path, Validation.Builder findings) {
        if (!resources.isEmpty()) {
            resources(Tree.child(resources, "requests"), Tree.child(resources, "limits"), path, findings);
        }
    }

    /**
     * The same where requests and limits are at hand.
     *
     * @param requests amounts by the name of the resource; each is what its text says
     * @param path of the object that holds both
     */
    static void resources(
            Map<String, ?> requests, Map<String, ?> limits, Supplier<FieldPath> path, Validation.Builder findings) {
        amounts(requests, () -> path.get().field("requests"), findings);
        amounts(limits, () -> path.get().field("limits"), findings);
        requests.forEach((name, request) -> {
            @Nullable Object limit = limits.get(name);
            if (limit != null && exceeds(String.valueOf(request), limit.toString())) {
                findings.error(FieldError.invalid(
                        path.get().field("requests").key(name).text(),
                        shown(request),
                        "must be at most the limit, which is " + limit));
            }
        });
    }

    private static boolean exceeds(String request, String limit) {
        if (request.equals(limit)) {
            return false;
        }
        Optional<BigDecimal> asked = read(request);
        Optional<BigDecimal> most = read(limit);
        return asked.isPresent() && most.isPresent() && asked.get().compareTo(most.get()) > 0;
    }

    private static void amounts(Map<String, ?> amounts, Supplier<FieldPath> path, Validation.Builder findings) {
        amounts.forEach((name, amount) -> amount(name, amount, () -> path.get().key(name), findings));
    }

    private static void amount(
            String resource, @Nullable Object written, Supplier<FieldPath> path, Validation.Builder findings) {
        String text = String.valueOf(written);
        if (ResourceQuantity.isShort(text) && !text.endsWith("m")) {
            return;
        }
        try {
            BigDecimal amount = ResourceQuantity.parse(text).value();
            if (amount.signum() < 0) {
                findings.error(FieldError.invalid(path.get().text(), shown(written), "must not be negative"));
            } else if (resource.contains("/") && amount.stripTrailingZeros().scale() > 0) {
                findings.error(
                        FieldError.invalid(path.get().text(), shown(written), "must be a whole number of devices"));
            }
        } catch (IllegalArgumentException unreadable) {
            findings.error(FieldError.invalid(
                    path.get().text(),
                    shown(written),
                    "must be a quantity such as 500m, 2 or 16Gi, with at most 256 characters and an exponent between"
                            + " -999 and 999"));
        }
    }

    /** What a user wrote: amounts of the model show as their text, too. */
    private static @Nullable Object shown(@Nullable Object written) {
        return written == null || written instanceof Number ? written : written.toString();
    }

    private static Optional<BigDecimal> read(String written) {
        try {
            return Optional.of(ResourceQuantity.parse(written).value());
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}

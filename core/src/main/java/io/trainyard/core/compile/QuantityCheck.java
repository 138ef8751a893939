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
import org.jspecify.annotations.Nullable;

/**
 * Amounts of resources that nobody can calculate with, or that Kubernetes refuses: no quantities, negative ones, parts of devices, requests above
 * their limit. Whatever passes here can be read later without a failure. Pure, and cheap whatever is written.
 */
public final class QuantityCheck {
    private static final List<String> CONTAINER_LISTS = List.of("initContainers", "containers");

    private QuantityCheck() {}

    /** Findings about all amounts of a pod spec, or of a part of one. */
    public static void podSpec(Map<String, Object> podSpec, FieldPath path, Validation.Builder findings) {
        for (String list : CONTAINER_LISTS) {
            List<Object> containers = Tree.list(podSpec, list);
            for (int i = 0; i < containers.size(); i++) {
                resources(
                        Tree.child(containers.get(i), "resources"),
                        path.field(list).item(i).field("resources"),
                        findings);
            }
        }
        resources(Tree.child(podSpec, "resources"), path.field("resources"), findings);
        amounts(Tree.child(podSpec, "overhead"), path.field("overhead"), findings);
        List<Object> volumes = Tree.list(podSpec, "volumes");
        for (int i = 0; i < volumes.size(); i++) {
            @Nullable Object limit = Tree.at(volumes.get(i), "emptyDir", "sizeLimit");
            if (limit != null) {
                amount(
                        "",
                        limit,
                        path.field("volumes").item(i).field("emptyDir").field("sizeLimit"),
                        findings);
            }
        }
    }

    /** Findings about the requests and limits of one container. */
    public static void resources(Map<String, Object> resources, FieldPath path, Validation.Builder findings) {
        Map<String, Object> requests = Tree.child(resources, "requests");
        Map<String, Object> limits = Tree.child(resources, "limits");
        amounts(requests, path.field("requests"), findings);
        amounts(limits, path.field("limits"), findings);
        requests.forEach((name, request) -> {
            Optional<BigDecimal> asked = read(request);
            Optional<BigDecimal> most = read(limits.get(name));
            if (asked.isPresent() && most.isPresent() && asked.get().compareTo(most.get()) > 0) {
                findings.error(FieldError.invalid(
                        path.field("requests").key(name).text(),
                        request,
                        "must be at most the limit, which is " + limits.get(name)));
            }
        });
    }

    private static void amounts(Map<String, Object> amounts, FieldPath path, Validation.Builder findings) {
        amounts.forEach((name, amount) -> amount(name, amount, path.key(name), findings));
    }

    private static void amount(String resource, @Nullable Object written, FieldPath path, Validation.Builder findings) {
        String text = String.valueOf(written);
        if (ResourceQuantity.isShort(text) && !text.endsWith("m")) {
            return;
        }
        try {
            BigDecimal amount = ResourceQuantity.parse(text).value();
            if (amount.signum() < 0) {
                findings.error(FieldError.invalid(path.text(), written, "must not be negative"));
            } else if (resource.contains("/") && amount.stripTrailingZeros().scale() > 0) {
                findings.error(FieldError.invalid(path.text(), written, "must be a whole number of devices"));
            }
        } catch (IllegalArgumentException unreadable) {
            findings.error(FieldError.invalid(
                    path.text(),
                    written,
                    "must be a quantity such as 500m, 2 or 16Gi, with at most 256 characters and an exponent between"
                            + " -999 and 999"));
        }
    }

    private static Optional<BigDecimal> read(@Nullable Object written) {
        try {
            return written == null
                    ? Optional.empty()
                    : Optional.of(ResourceQuantity.parse(written.toString()).value());
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}

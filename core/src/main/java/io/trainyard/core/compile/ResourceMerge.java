package io.trainyard.core.compile;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceClaim;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.trainyard.foundation.quantity.ResourceQuantity;
import io.trainyard.foundation.tree.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Merges {@code resourcesPerNode} of a TrainJob over the resources of a container. Pure. */
final class ResourceMerge {
    private ResourceMerge() {}

    /** The merged {@code resources} of a container; the base unchanged when the override says nothing. */
    static Map<String, Object> merge(Map<String, Object> base, ResourceRequirements override) {
        Map<String, Quantity> userRequests = orEmpty(override.getRequests());
        Map<String, Quantity> userLimits = orEmpty(override.getLimits());
        Map<String, Object> requests = new LinkedHashMap<>(Tree.child(base, "requests"));
        Map<String, Object> limits = new LinkedHashMap<>(Tree.child(base, "limits"));
        userRequests.forEach((name, quantity) -> requests.put(name, quantity.toString()));
        userLimits.forEach((name, quantity) -> limits.put(name, quantity.toString()));
        Set<String> named = new TreeSet<>(userRequests.keySet());
        named.addAll(userLimits.keySet());
        for (String name : named) {
            if (userRequests.containsKey(name) != userLimits.containsKey(name)) {
                reconcile(name, userLimits.containsKey(name), requests, limits);
            }
        }
        Map<String, Object> merged = new LinkedHashMap<>(base);
        putUnlessEmpty(merged, "requests", requests);
        putUnlessEmpty(merged, "limits", limits);
        List<Object> claims = claims(base, override);
        if (!claims.isEmpty()) {
            merged.put("claims", claims);
        }
        return merged;
    }

    /** Makes the side that the user did not set agree with the side that he set. */
    private static void reconcile(
            String name, boolean userSetLimit, Map<String, Object> requests, Map<String, Object> limits) {
        Map<String, Object> set = userSetLimit ? limits : requests;
        Map<String, Object> other = userSetLimit ? requests : limits;
        if (mustBeEqual(name)) {
            // A request of such a resource needs a limit; a limit alone is taken as the request.
            if (other.containsKey(name) || !userSetLimit) {
                other.put(name, set.get(name));
            }
            return;
        }
        if (other.containsKey(name) && amount(requests.get(name)).compareTo(amount(limits.get(name))) > 0) {
            other.put(name, set.get(name));
        }
    }

    private static boolean mustBeEqual(String name) {
        return name.contains("/") || name.startsWith("hugepages-");
    }

    private static List<Object> claims(Map<String, Object> base, ResourceRequirements override) {
        Map<String, Object> byName = new LinkedHashMap<>();
        Tree.objects(base, "claims").forEach(claim -> byName.put(String.valueOf(claim.get("name")), claim));
        if (override.getClaims() != null) {
            for (ResourceClaim claim : override.getClaims()) {
                Map<String, Object> tree = new LinkedHashMap<>();
                tree.put("name", claim.getName());
                if (claim.getRequest() != null) {
                    tree.put("request", claim.getRequest());
                }
                byName.put(claim.getName(), tree);
            }
        }
        return new ArrayList<>(byName.values());
    }

    private static java.math.BigDecimal amount(@org.jspecify.annotations.Nullable Object quantity) {
        return ResourceQuantity.parse(String.valueOf(quantity)).value();
    }

    private static Map<String, Quantity> orEmpty(@org.jspecify.annotations.Nullable Map<String, Quantity> quantities) {
        return quantities == null ? Map.of() : quantities;
    }

    private static void putUnlessEmpty(Map<String, Object> tree, String key, Map<String, Object> value) {
        if (!value.isEmpty()) {
            tree.put(key, value);
        }
    }
}

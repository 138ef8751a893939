package io.trainyard.local.kubelet.launch;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Lets the programs of a group speak with each other where the user has a proxy for the world outside. Pure. */
final class ProxyExceptions {
    private static final List<String> PROXIES = List.of("http_proxy", "https_proxy", "grpc_proxy", "all_proxy");
    private static final String LOWER = "no_proxy";
    private static final String UPPER = "NO_PROXY";
    private static final String EVERYTHING = "*";

    private ProxyExceptions() {}

    /**
     * Adds them where there is a proxy.
     *
     * @param group names and addresses of the group's own
     */
    static void addTo(Map<String, String> variables, List<String> group) {
        boolean proxy = PROXIES.stream()
                .anyMatch(name -> !variables.getOrDefault(name, "").isEmpty()
                        || !variables
                                .getOrDefault(name.toUpperCase(Locale.ROOT), "")
                                .isEmpty());
        if (!proxy || group.isEmpty()) {
            return;
        }
        String lower = variables.getOrDefault(LOWER, variables.getOrDefault(UPPER, ""));
        String upper = variables.getOrDefault(UPPER, lower);
        variables.put(LOWER, with(lower, group));
        variables.put(UPPER, with(upper, group));
    }

    private static String with(String given, List<String> group) {
        if (given.strip().equals(EVERYTHING)) {
            return given;
        }
        Set<String> all = new LinkedHashSet<>();
        if (!given.isEmpty()) {
            all.add(given);
        }
        all.addAll(group);
        return String.join(",", all);
    }
}

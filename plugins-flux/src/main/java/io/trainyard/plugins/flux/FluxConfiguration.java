package io.trainyard.plugins.flux;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an operator may change for all Flux jobs.
 *
 * @param clusterDomain domain of the cluster's DNS
 */
record FluxConfiguration(String clusterDomain) {
    private static final String CLUSTER_DOMAIN = "clusterDomain";
    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    /** The values of an absent configuration. */
    static final FluxConfiguration DEFAULT = new FluxConfiguration("cluster.local");

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static FluxConfiguration parse(Map<String, Object> tree) {
        List<String> problems = new ArrayList<>();
        for (String key : new TreeMap<>(tree).keySet()) {
            if (!key.equals(CLUSTER_DOMAIN)) {
                problems.add(key + ": unknown; known is " + CLUSTER_DOMAIN);
            }
        }
        Object domain = tree.getOrDefault(CLUSTER_DOMAIN, DEFAULT.clusterDomain());
        if (!(domain instanceof String text) || !DOMAIN.matcher(text).matches()) {
            problems.add(CLUSTER_DOMAIN + ": must be a domain name such as cluster.local, not " + domain);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("configuration of plugin flux: " + String.join("; ", problems));
        }
        return new FluxConfiguration(String.valueOf(domain));
    }
}

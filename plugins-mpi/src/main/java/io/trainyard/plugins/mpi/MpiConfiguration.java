package io.trainyard.plugins.mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What an operator may change for all MPI jobs.
 *
 * @param keyAlgorithm sort of SSH keys
 * @param sshArguments arguments that mpirun gives to ssh, split at blanks
 * @param shortLauncherName whether the launcher stands in the hostfile under the name that it knows itself by
 * @param minOneWorker whether there is a node pod even where the launcher is the only node
 * @param disableRshOnSingleHost whether Open MPI is kept from looking for ssh where it needs none
 * @param forwardVariables whether Open MPI passes {@code spec.trainer.env} on to ranks on other hosts
 * @param clusterDomain domain of the cluster's DNS
 */
record MpiConfiguration(
        KeyAlgorithm keyAlgorithm,
        String sshArguments,
        boolean shortLauncherName,
        boolean minOneWorker,
        boolean disableRshOnSingleHost,
        boolean forwardVariables,
        String clusterDomain) {
    private static final String KEY_ALGORITHM = "ssh.keyAlgorithm";
    private static final String CONNECTION_ATTEMPTS = "ssh.connectionAttempts";
    private static final String EXTRA_ARGUMENTS = "ssh.extraArgs";
    private static final String LAUNCHER_HOST_NAME = "launcherHostName";
    private static final String MIN_ONE_WORKER = "minOneWorker";
    private static final String DISABLE_RSH = "disableRshOnSingleHost";
    private static final String FORWARD_ENV = "openmpi.forwardEnv";
    private static final String CLUSTER_DOMAIN = "clusterDomain";
    private static final List<String> KEYS = List.of(
            CLUSTER_DOMAIN,
            DISABLE_RSH,
            LAUNCHER_HOST_NAME,
            MIN_ONE_WORKER,
            FORWARD_ENV,
            CONNECTION_ATTEMPTS,
            EXTRA_ARGUMENTS,
            KEY_ALGORITHM);
    private static final int DEFAULT_ATTEMPTS = 10;
    private static final int MAX_ATTEMPTS = 1000;
    private static final String HOSTNAME = "hostname";
    private static final String ENDPOINT = "endpoint";
    private static final String DEFAULT_DOMAIN = "cluster.local";
    private static final Pattern DOMAIN = Pattern.compile("[a-z0-9]([-a-z0-9.]*[a-z0-9])?");

    /** The values of an absent configuration. */
    static final MpiConfiguration DEFAULT = parse(Map.of());

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static MpiConfiguration parse(Map<String, Object> tree) {
        Reader reader = new Reader(tree);
        MpiConfiguration parsed = new MpiConfiguration(
                reader.keyAlgorithm(),
                reader.sshArguments(),
                reader.oneOf(LAUNCHER_HOST_NAME, HOSTNAME, ENDPOINT).equals(HOSTNAME),
                reader.flag(MIN_ONE_WORKER),
                reader.flag(DISABLE_RSH),
                reader.flag(FORWARD_ENV),
                reader.domain());
        reader.failIfWrong();
        return parsed;
    }

    /** Reads values by their dotted keys and collects what is wrong. */
    private static final class Reader {
        private final Map<String, Object> values = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();

        Reader(Map<String, Object> tree) {
            flatten("", tree);
            for (String key : new TreeMap<>(values).keySet()) {
                if (!KEYS.contains(key)) {
                    problems.add(key + ": unknown; known are " + String.join(", ", KEYS));
                }
            }
        }

        private void flatten(String prefix, Map<?, ?> tree) {
            tree.forEach((key, value) -> {
                if (value instanceof Map<?, ?> nested) {
                    flatten(prefix + key + ".", nested);
                } else if (value != null) {
                    values.put(prefix + key, value);
                }
            });
        }

        KeyAlgorithm keyAlgorithm() {
            String name = text(KEY_ALGORITHM, KeyAlgorithm.EC_P521.name());
            for (KeyAlgorithm known : KeyAlgorithm.values()) {
                if (known.name().equals(name)) {
                    return known;
                }
            }
            problems.add(KEY_ALGORITHM + ": must be EC_P521 or ED25519, not " + name);
            return KeyAlgorithm.EC_P521;
        }

        String sshArguments() {
            String extra = text(EXTRA_ARGUMENTS, "").strip();
            if (extra.contains("\"") || extra.contains("'")) {
                problems.add(EXTRA_ARGUMENTS + ": must not quote, because mpirun splits it at every blank: " + extra);
            }
            return "-o ConnectionAttempts=" + attempts() + (extra.isEmpty() ? "" : " " + extra);
        }

        private int attempts() {
            Object value = values.getOrDefault(CONNECTION_ATTEMPTS, DEFAULT_ATTEMPTS);
            if ((value instanceof Integer || value instanceof Long)
                    && ((Number) value).longValue() >= 1
                    && ((Number) value).longValue() <= MAX_ATTEMPTS) {
                return ((Number) value).intValue();
            }
            problems.add(CONNECTION_ATTEMPTS + ": must be a whole number from 1 to " + MAX_ATTEMPTS + ", not " + value);
            return DEFAULT_ATTEMPTS;
        }

        String oneOf(String key, String defaultValue, String other) {
            String value = text(key, defaultValue);
            if (!value.equals(defaultValue) && !value.equals(other)) {
                problems.add(key + ": must be " + defaultValue + " or " + other + ", not " + value);
                return defaultValue;
            }
            return value;
        }

        boolean flag(String key) {
            Object value = values.getOrDefault(key, false);
            if (!(value instanceof Boolean)) {
                problems.add(key + ": must be true or false, not " + value);
            }
            return Boolean.TRUE.equals(value);
        }

        String domain() {
            String domain = text(CLUSTER_DOMAIN, DEFAULT_DOMAIN);
            if (!DOMAIN.matcher(domain).matches()) {
                problems.add(CLUSTER_DOMAIN + ": must be a domain name such as " + DEFAULT_DOMAIN + ", not " + domain);
            }
            return domain;
        }

        private String text(String key, String defaultValue) {
            Object value = values.getOrDefault(key, defaultValue);
            if (value instanceof String text) {
                return text;
            }
            problems.add(key + ": must be text, not " + value);
            return defaultValue;
        }

        void failIfWrong() {
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException("configuration of plugin mpi: " + String.join("; ", problems));
            }
        }
    }
}

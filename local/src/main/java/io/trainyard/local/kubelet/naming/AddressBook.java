package io.trainyard.local.kubelet.naming;

import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;

/**
 * Which pod has which address. A pod with a subdomain keeps its address for as long as any pod of the subdomain exists:
 * the others have been told of it when they started. Names of such pods may be asked for before the pods exist. Not for several threads.
 */
public final class AddressBook {
    private static final LinearPattern NUMBERED = LinearPattern.of("[a-z0-9]([-a-z0-9]*[a-z0-9])?-[0-9]+");
    private static final List<String> CLUSTER_DOMAIN = List.of("svc", "cluster", "local");

    private final IntFunction<String> addresses;
    private final TreeSet<Integer> returned = new TreeSet<>();
    private final Map<String, Integer> byUid = new HashMap<>();
    private final Map<Domain, DomainEntry> domains = new HashMap<>();
    private int next;

    /**
     * A book without entries.
     *
     * @param addresses the address with a number, from 0 on
     */
    public AddressBook(IntFunction<String> addresses) {
        this.addresses = addresses;
    }

    private record Domain(String namespace, String name) {}

    private static final class DomainEntry {
        private final Map<String, Integer> hosts = new LinkedHashMap<>();
        private final Set<String> uids = new HashSet<>();
    }

    /** The address of a pod, the same each time it is asked for. */
    public String admit(PodSpec pod) {
        if (pod.subdomain().isEmpty()) {
            return addresses.apply(byUid.computeIfAbsent(pod.uid(), uid -> take()));
        }
        DomainEntry domain =
                domains.computeIfAbsent(new Domain(pod.namespace(), pod.subdomain()), key -> new DomainEntry());
        domain.uids.add(pod.uid());
        return addresses.apply(domain.hosts.computeIfAbsent(pod.hostname(), host -> take()));
    }

    /** The pod is gone. */
    public void release(PodSpec pod) {
        Integer own = byUid.remove(pod.uid());
        if (own != null) {
            returned.add(own);
        }
        Domain key = new Domain(pod.namespace(), pod.subdomain());
        DomainEntry domain = domains.get(key);
        if (domain != null && domain.uids.remove(pod.uid()) && domain.uids.isEmpty()) {
            domains.remove(key);
            returned.addAll(domain.hosts.values());
        }
    }

    private int take() {
        Integer again = returned.pollFirst();
        return again == null ? next++ : again;
    }

    /**
     * The address of a name as pods of a namespace may write it: {@code host}, {@code host.subdomain}, and longer forms up to the cluster domain.
     * Empty when it is no name of a pod.
     */
    public Optional<String> resolve(String namespace, String name) {
        List<String> parts = List.of(name.split("\\.", -1));
        if (parts.size() == 1) {
            return bare(namespace, name);
        }
        if ((parts.size() > 3
                        && !CLUSTER_DOMAIN
                                .subList(0, Math.min(3, parts.size() - 3))
                                .equals(parts.subList(3, parts.size())))
                || parts.size() == 5
                || parts.size() > 6) {
            return Optional.empty();
        }
        String in = parts.size() > 2 ? parts.get(2) : namespace;
        return qualified(parts.get(0), domains.get(new Domain(in, parts.get(1))));
    }

    private Optional<String> qualified(String host, @org.jspecify.annotations.Nullable DomainEntry domain) {
        if (domain == null) {
            return Optional.empty();
        }
        // Names of pods that a Job is going to make end with their index; anything else is more likely a file name.
        if (!domain.hosts.containsKey(host) && NUMBERED.matches(host)) {
            domain.hosts.put(host, take());
        }
        return Optional.ofNullable(domain.hosts.get(host)).map(addresses::apply);
    }

    private Optional<String> bare(String namespace, String host) {
        for (Map.Entry<Domain, DomainEntry> entry : domains.entrySet()) {
            Integer number = entry.getValue().hosts.get(host);
            if (number != null && entry.getKey().namespace().equals(namespace)) {
                return Optional.of(addresses.apply(number));
            }
        }
        return Optional.empty();
    }

    /** Names and addresses of the pods of its subdomain, as far as they are known. */
    public List<String> around(PodSpec pod) {
        DomainEntry domain = domains.get(new Domain(pod.namespace(), pod.subdomain()));
        if (domain == null) {
            return List.of();
        }
        List<String> all = new ArrayList<>();
        domain.hosts.forEach((host, number) -> {
            all.add(addresses.apply(number));
            all.add(host + "." + pod.subdomain());
        });
        return all;
    }

    /** The lines of a hosts file that gives the names of a namespace their addresses. */
    public String hostsFile(String namespace) {
        StringBuilder lines = new StringBuilder("127.0.0.1\tlocalhost\n");
        domains.forEach((domain, entry) -> {
            if (domain.namespace().equals(namespace)) {
                entry.hosts.forEach((host, number) -> lines.append(line(domain, host, addresses.apply(number))));
            }
        });
        return lines.toString();
    }

    private static String line(Domain domain, String host, String address) {
        String name = host + "." + domain.name();
        String full = name + "." + domain.namespace();
        // The first name is the canonical one, by which torchrun finds that it is the host of a meeting.
        return String.join("\t", address, name, full + ".svc.cluster.local", full + ".svc", full, host) + "\n";
    }
}

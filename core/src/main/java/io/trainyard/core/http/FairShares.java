package io.trainyard.core.http;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Who may stay where there is room for few: when it is full, the idlest connection of the address that has the most goes. Pure; not
 * thread-safe.
 *
 * @param <C> a connection
 */
final class FairShares<C> {
    private final int total;
    private final int perAddress;
    private final BiPredicate<C, Integer> mayGo;

    /** Their addresses, the idlest first. */
    private final Map<C, String> connections = new LinkedHashMap<>();

    private final Map<String, Integer> counts = new HashMap<>();

    /**
     * @param total connections of all addresses together
     * @param perAddress connections of one address
     * @param mayGo whether a connection may be closed for the sake of another whose address has so many fewer
     */
    FairShares(int total, int perAddress, BiPredicate<C, Integer> mayGo) {
        this.total = total;
        this.perAddress = perAddress;
        this.mayGo = mayGo;
    }

    /**
     * Lets a connection in. Changes nothing when it is in already.
     *
     * @return who has to be closed for it: nobody, one of the same address or of one that has more, or itself when none of these may go
     */
    Optional<C> enter(C connection, String address) {
        if (connections.containsKey(connection)) {
            return Optional.empty();
        }
        Optional<C> goes = Optional.empty();
        if (count(address) >= perAddress || connections.size() >= total) {
            goes = Optional.of(idlest(address).orElse(connection));
            leave(goes.get());
        }
        if (!goes.equals(Optional.of(connection))) {
            connections.put(connection, address);
            counts.merge(address, 1, Integer::sum);
        }
        return goes;
    }

    private Optional<C> idlest(String address) {
        Optional<C> found = Optional.empty();
        int own = count(address);
        int most = 0;
        for (Map.Entry<C, String> each : connections.entrySet()) {
            int count = count(each.getValue());
            boolean fair = each.getValue().equals(address) || (own < perAddress && count > own);
            if (fair && count > most && mayGo.test(each.getKey(), count - own)) {
                found = Optional.of(each.getKey());
                most = count;
            }
        }
        return found;
    }

    private int count(String address) {
        return counts.getOrDefault(address, 0);
    }

    /** It has done something useful, and is the least idle from now on. */
    void touch(C connection) {
        String address = connections.remove(connection);
        if (address != null) {
            connections.put(connection, address);
        }
    }

    /**
     * It is gone.
     *
     * @return whether it was in
     */
    boolean leave(C connection) {
        String address = connections.remove(connection);
        if (address != null) {
            counts.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
        }
        return address != null;
    }
}

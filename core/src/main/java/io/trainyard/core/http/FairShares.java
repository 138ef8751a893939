package io.trainyard.core.http;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Decides which connections may stay where there is room for few: when it is full, the idlest connection of the address that has the most goes. Pure; not
 * thread-safe.
 *
 * @param <C> a connection
 */
final class FairShares<C> {
    private final int total;
    private final int perAddress;
    private final Function<C, String> address;
    private final BiPredicate<C, Integer> mayGo;

    /** By address. The idlest address comes first, and of each its idlest connection. */
    private final Map<String, Set<C>> connections = new LinkedHashMap<>();

    private int size;

    /**
     * @param total connections of all addresses together
     * @param perAddress connections of one address
     * @param address of a connection; always the same
     * @param mayGo whether a connection may be closed, given how many more connections its address has than that of the newcomer
     */
    FairShares(int total, int perAddress, Function<C, String> address, BiPredicate<C, Integer> mayGo) {
        this.total = total;
        this.perAddress = perAddress;
        this.address = address;
        this.mayGo = mayGo;
    }

    /**
     * Lets a connection in. Changes nothing when it is in already.
     *
     * @return the connection that has to be closed for it: none, one of the same address or of one that has more, or itself when none of these may go
     */
    Optional<C> enter(C connection) {
        Set<C> own = beside(connection);
        if (own.contains(connection)) {
            return Optional.empty();
        }
        Optional<C> goes = Optional.empty();
        if (own.size() >= perAddress || size >= total) {
            goes = Optional.of(idlest(connection).orElse(connection));
            leave(goes.get());
        }
        if (!goes.equals(Optional.of(connection))) {
            add(connection);
        }
        return goes;
    }

    private Optional<C> idlest(C connection) {
        Optional<C> found = Optional.empty();
        int own = beside(connection).size();
        int most = 0;
        for (Map.Entry<String, Set<C>> each : connections.entrySet()) {
            int count = each.getValue().size();
            boolean fair = each.getKey().equals(address.apply(connection)) || (own < perAddress && count > own);
            Optional<C> goes = fair && count > most
                    ? each.getValue().stream()
                            .filter(other -> mayGo.test(other, count - own))
                            .findFirst()
                    : Optional.empty();
            if (goes.isPresent()) {
                found = goes;
                most = count;
            }
        }
        return found;
    }

    /** All of the same address. */
    private Set<C> beside(C connection) {
        return connections.getOrDefault(address.apply(connection), Set.of());
    }

    private void add(C connection) {
        Set<C> own = connections.remove(address.apply(connection));
        own = own == null ? new LinkedHashSet<>() : own;
        own.add(connection);
        connections.put(address.apply(connection), own);
        size++;
    }

    /** It has done something useful, and is the least idle from now on. */
    void touch(C connection) {
        if (leave(connection)) {
            add(connection);
        }
    }

    /**
     * It is gone.
     *
     * @return whether it was in
     */
    boolean leave(C connection) {
        Set<C> own = beside(connection);
        if (!own.contains(connection)) {
            return false;
        }
        own.remove(connection);
        size--;
        if (own.isEmpty()) {
            connections.remove(address.apply(connection));
        }
        return true;
    }
}

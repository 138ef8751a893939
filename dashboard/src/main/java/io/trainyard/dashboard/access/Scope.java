package io.trainyard.dashboard.access;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * In which namespaces somebody has a right.
 *
 * @param everywhere in all, also those that come later
 * @param namespaces in which else; empty when everywhere
 */
public record Scope(boolean everywhere, Set<String> namespaces) {
    /** All namespaces. */
    public static final Scope EVERYWHERE = new Scope(true, Set.of());

    /** How many questions one reader may have under way. */
    private static final int AT_ONCE = 8;

    public Scope {
        namespaces = Set.copyOf(namespaces);
    }

    /** Whether a namespace is in it. */
    public boolean contains(String namespace) {
        return everywhere || namespaces.contains(namespace);
    }

    /**
     * Finds out. Asks for all namespaces at once first: most readers need one question.
     *
     * @param candidates namespaces that matter now
     */
    public static Uni<Scope> of(AccessControl access, Identity who, Right right, Collection<String> candidates) {
        return access.allowed(who, right, "")
                .chain(all -> all ? Uni.createFrom().item(EVERYWHERE) : within(access, who, right, candidates));
    }

    private static Uni<Scope> within(AccessControl access, Identity who, Right right, Collection<String> candidates) {
        return Multi.createFrom()
                .iterable(new TreeSet<>(candidates))
                .onItem()
                .transformToUni(namespace -> access.allowed(who, right, namespace)
                        .map(allowed -> allowed ? Set.of(namespace) : Set.<String>of()))
                .merge(AT_ONCE)
                .collect()
                .in(TreeSet<String>::new, Set::addAll)
                .map(found -> new Scope(false, found));
    }
}

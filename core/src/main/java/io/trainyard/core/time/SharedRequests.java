package io.trainyard.core.time;

import io.smallrye.mutiny.Uni;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Asks no question twice at a time: those that ask while somebody does share the answer, or the failure. Remembers nothing. Lives on one event loop. */
public final class SharedRequests<Q, A> {
    private final Map<Q, Uni<A>> underWay = new HashMap<>();

    /** True while the question is being asked. */
    public boolean isUnderWay(Q question) {
        return underWay.containsKey(question);
    }

    /**
     * The answer; fails as the request does.
     *
     * @param ask asks for it; called only when nobody asks now
     */
    public Uni<A> get(Q question, Supplier<Uni<A>> ask) {
        Uni<A> running = underWay.get(question);
        if (running != null) {
            return running;
        }
        Uni<A> asked = ask.get()
                .onTermination()
                .invoke(() -> underWay.remove(question))
                .memoize()
                .indefinitely();
        underWay.put(question, asked);
        return asked;
    }
}

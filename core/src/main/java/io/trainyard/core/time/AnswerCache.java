package io.trainyard.core.time;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

/**
 * Remembers answers for a while, and asks no question twice at a time: however many want to know, the API server is asked once. Failures are not
 * remembered. Lives on one event loop.
 */
public final class AnswerCache<Q, A> {
    private final BiFunction<? super Q, ? super A, Duration> lifetime;
    private final BoundedCache<Q, A> known;
    private final SharedRequests<Q, A> requests = new SharedRequests<>();

    /**
     * @param bytes about how much memory a question and its answer take
     * @param lifetime for how long an answer to a question holds
     */
    public AnswerCache(
            CacheOwner owner,
            TimeSource time,
            ToIntBiFunction<? super Q, ? super A> bytes,
            BiFunction<? super Q, ? super A, Duration> lifetime) {
        this.known = new BoundedCache<>(owner, time, bytes);
        this.lifetime = lifetime;
    }

    /** True when the question can be answered without asking further, now or soon. */
    public boolean has(Q question) {
        return known.get(question).isPresent() || requests.isUnderWay(question);
    }

    /**
     * The answer; fails as the request does.
     *
     * @param ask asks for it; called only when it is not known
     */
    public Uni<A> get(Q question, Supplier<Uni<A>> ask) {
        Optional<A> remembered = known.get(question);
        return remembered.isPresent()
                ? Uni.createFrom().item(remembered.get())
                : requests.get(question, () -> ask.get()
                        .invoke(answer -> known.put(question, answer, lifetime.apply(question, answer))));
    }
}

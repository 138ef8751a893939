package io.trainyard.dashboard.access;

import io.smallrye.mutiny.Uni;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Remembers answers for a while, and asks no question twice at a time: however many want to know, the API server is asked once. Failures are not
 * remembered. Lives on one event loop.
 */
public final class Answers<Q, A> {
    private final TimeSource time;
    private final Function<A, Duration> lifetime;
    private final Map<Q, Known<A>> known;
    private final Map<Q, Uni<A>> underWay = new HashMap<>();

    private record Known<A>(A answer, long expiry) {}

    /**
     * @param most how many answers are kept; the least recently used goes first
     * @param lifetime for how long an answer holds
     */
    public Answers(TimeSource time, int most, Function<A, Duration> lifetime) {
        this.time = time;
        this.lifetime = lifetime;
        this.known = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Q, Known<A>> eldest) {
                return size() > most;
            }
        };
    }

    /** True when the question can be answered without asking further, now or soon. */
    public boolean has(Q question) {
        return fresh(question) || underWay.containsKey(question);
    }

    /**
     * The answer.
     *
     * @param ask asks for it; called only when it is not known
     */
    public Uni<A> get(Q question, Supplier<Uni<A>> ask) {
        Known<A> remembered = known.get(question);
        if (remembered != null && fresh(question)) {
            return Uni.createFrom().item(remembered.answer());
        }
        Uni<A> running = underWay.get(question);
        if (running != null) {
            return running;
        }
        Uni<A> asked = ask.get()
                .invoke(answer -> known.put(
                        question,
                        new Known<>(
                                answer, time.nanos() + lifetime.apply(answer).toNanos())))
                .onTermination()
                .invoke(() -> underWay.remove(question))
                .memoize()
                .indefinitely();
        underWay.put(question, asked);
        return asked;
    }

    private boolean fresh(Q question) {
        Known<A> remembered = known.get(question);
        return remembered != null && time.nanos() - remembered.expiry() < 0;
    }
}

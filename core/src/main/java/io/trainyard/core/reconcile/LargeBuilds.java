package io.trainyard.core.reconcile;

import io.trainyard.spi.model.ResourceKey;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets few large TrainJobs be built at the same time. A runtime or a TrainJob may have nearly a megabyte, which is compiled, sent, stored and told to watchers for each
 * job: thirty of them at once keep this event loop and the API server busy for half a minute, in which nobody else's job gets far. So they take turns,
 * and namespaces do among them; jobs of an ordinary size never wait here. Lives on the event loop.
 */
public final class LargeBuilds {
    /** Up to so many characters a TrainJob is built at any time; those of the runtimes that ship have a hundredth of it. */
    static final int MAX_ORDINARY = 64 << 10;

    /** Characters of large TrainJobs that are built at the same time; one alone may have more. */
    static final int MAX_AT_ONCE = 2 << 20;

    private final Consumer<ResourceKey> wake;
    private final Map<ResourceKey, Long> building = new HashMap<>();

    /** By namespace; the namespace whose turn it is comes first, and in it the key that has waited longest. */
    private final Map<String, Map<ResourceKey, Long>> waiting = new LinkedHashMap<>();

    private long charactersAtOnce;

    /**
     * Nothing is being built.
     *
     * @param wake asks for another reconcile of a TrainJob, whose turn has come; that reconcile must end in {@link #end}
     */
    public LargeBuilds(Consumer<ResourceKey> wake) {
        this.wake = wake;
    }

    /**
     * Asks for the turn of a TrainJob. Asking again while it waits changes nothing.
     *
     * @param characters how long its runtime's text or its JobSet is, about
     * @return false when it has to wait: it is woken when its turn has come
     */
    boolean begin(ResourceKey trainJob, long characters) {
        if (characters <= MAX_ORDINARY || building.containsKey(trainJob)) {
            return true;
        }
        if (waiting.isEmpty() && fits(characters)) {
            hold(trainJob, characters);
            return true;
        }
        waiting.computeIfAbsent(trainJob.namespace(), first -> new LinkedHashMap<>())
                .put(trainJob, characters);
        return false;
    }

    /** A reconcile of this TrainJob has ended, and does not wait for its turn, or not any more. */
    void end(ResourceKey trainJob) {
        @Nullable Map<ResourceKey, Long> others = waiting.get(trainJob.namespace());
        if (others != null && others.remove(trainJob) != null && others.isEmpty()) {
            waiting.remove(trainJob.namespace());
        }
        @Nullable Long held = building.remove(trainJob);
        if (held != null) {
            charactersAtOnce -= held;
        }
        wakeThoseThatFit();
    }

    /** Waking may begin and end a reconcile at once, so nothing is remembered from one to the next. */
    private void wakeThoseThatFit() {
        while (!waiting.isEmpty()) {
            Map.Entry<String, Map<ResourceKey, Long>> turn =
                    waiting.entrySet().iterator().next();
            Iterator<Map.Entry<ResourceKey, Long>> keys =
                    turn.getValue().entrySet().iterator();
            Map.Entry<ResourceKey, Long> next = keys.next();
            if (!fits(next.getValue())) {
                return;
            }
            ResourceKey trainJob = next.getKey();
            hold(trainJob, next.getValue());
            keys.remove();
            Map<ResourceKey, Long> rest = turn.getValue();
            waiting.remove(trainJob.namespace());
            if (!rest.isEmpty()) {
                waiting.put(trainJob.namespace(), rest);
            }
            wake.accept(trainJob);
        }
    }

    private boolean fits(long characters) {
        return building.isEmpty() || charactersAtOnce + characters <= MAX_AT_ONCE;
    }

    private void hold(ResourceKey trainJob, long characters) {
        building.put(trainJob, characters);
        charactersAtOnce += characters;
    }
}

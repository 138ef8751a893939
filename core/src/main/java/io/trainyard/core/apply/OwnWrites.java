package io.trainyard.core.apply;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.kube.ObjectCache;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cache together with what we wrote or read ourselves and it has not heard of yet, so that a stale cache never leads to a second write.
 * Lives on the event loop.
 *
 * @param <T> the kind
 */
public final class OwnWrites<T extends HasMetadata> {
    /**
     * After this time the cache is believed again: an object that was made and deleted while the watch was down never shows up, and an API server
     * may have been put back to an older state.
     */
    private static final Duration MAX_UNCONFIRMED = Duration.ofSeconds(30);

    /** When to look again at something that only our own write tells of: nothing else may ever tell that it is gone. */
    public static final Duration UNCONFIRMED_RECHECK = MAX_UNCONFIRMED.plusSeconds(1);

    /** More deletions than can happen while the answer to one request is on its way. */
    private static final int DELETIONS_REMEMBERED = 10_000;

    private record Written<T>(T object, long at) {}

    private record Gone(String uid, long at) {}

    private final ObjectCache<T> cache;
    private final TimeSource time;
    private final Map<ResourceKey, Written<T>> unseen = new HashMap<>();
    private final Map<ResourceKey, Gone> gone = new HashMap<>();
    private final Map<ResourceKey, String> lastVersions = new HashMap<>();

    /** By uid: the answer to a write may arrive after the event of the deletion that followed it. */
    private final RecentSet<String> deleted = new RecentSet<>(DELETIONS_REMEMBERED);

    public OwnWrites(ObjectCache<T> cache, TimeSource time) {
        this.cache = cache;
        this.time = time;
    }

    /** The newest state that is known; empty when the object does not exist as far as is known. */
    public Optional<T> find(ResourceKey key) {
        Optional<T> cached = cached(key);
        @Nullable Written<T> written = unseen.get(key);
        if (written == null) {
            return cached;
        }
        boolean seen = cached.isPresent()
                && ResourceVersions.isAtLeast(
                        cached.get().getMetadata().getResourceVersion(),
                        written.object().getMetadata().getResourceVersion());
        if (seen || isOld(written.at())) {
            unseen.remove(key);
            return cached;
        }
        return Optional.of(written.object());
    }

    private Optional<T> cached(ResourceKey key) {
        Optional<T> cached = cache.find(key);
        @Nullable Gone missed = gone.get(key);
        if (missed == null) {
            return cached;
        }
        if (isOld(missed.at())
                || cached.filter(object -> hasUid(object, missed.uid())).isEmpty()) {
            gone.remove(key);
            return cached;
        }
        return Optional.empty();
    }

    private boolean isOld(long at) {
        return time.nanos() - at > MAX_UNCONFIRMED.toNanos();
    }

    /** Remembers the answer to a write of ours that tells nothing else that is new, unless that object is known to be deleted since. */
    public void wrote(T object) {
        if (read(object)) {
            lastVersions.put(key(object), object.getMetadata().getResourceVersion());
        }
    }

    /**
     * Remembers a newer state that was read, or that our write brought to light; its event is not taken for our own.
     *
     * @return false when the object is known to be deleted since
     */
    public boolean read(T object) {
        if (deleted.contains(object.getMetadata().getUid())) {
            return false;
        }
        unseen.put(key(object), new Written<>(object, time.nanos()));
        return true;
    }

    /** Remembers that an object was not there any more when it was asked for: the cache has not heard of its deletion yet. */
    public void missed(T object) {
        ResourceKey key = key(object);
        gone.put(key, new Gone(object.getMetadata().getUid(), time.nanos()));
        @Nullable Written<T> written = unseen.get(key);
        if (written != null && hasUid(written.object(), object.getMetadata().getUid())) {
            unseen.remove(key);
        }
    }

    /** True when we know better than the cache, from our own write or a request: it has not confirmed that yet. */
    public boolean isUnconfirmed(ResourceKey key) {
        find(key);
        return unseen.containsKey(key) || gone.containsKey(key);
    }

    /** True when this state of the object is the result of our own last write, so that nobody needs to look at it. */
    public boolean isOwn(ResourceKey key, @Nullable String resourceVersion) {
        return resourceVersion != null && resourceVersion.equals(lastVersions.get(key));
    }

    /** Forgets an object that was deleted, unless a newer one of the same name was written since. */
    public void deleted(T object) {
        deleted.add(object.getMetadata().getUid());
        ResourceKey key = key(object);
        gone.remove(key);
        @Nullable Written<T> written = unseen.get(key);
        if (written == null || hasUid(written.object(), object.getMetadata().getUid())) {
            unseen.remove(key);
            lastVersions.remove(key);
        }
    }

    private static boolean hasUid(HasMetadata object, String uid) {
        return uid.equals(object.getMetadata().getUid());
    }

    /** The cache behind. */
    public ObjectCache<T> cache() {
        return cache;
    }

    private static ResourceKey key(HasMetadata object) {
        return new ResourceKey(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
    }
}

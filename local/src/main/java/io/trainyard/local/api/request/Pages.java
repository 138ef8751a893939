package io.trainyard.local.api.request;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.ApiResponse.Many;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.api.store.StoredObject;
import io.trainyard.local.client.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lists that are read in pieces. All pieces show the state of the first one: what it leaves is kept for five minutes. States are
 * immutable and shared, so keeping them costs little.
 */
final class Pages {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(5);
    private static final int MAX_LISTS = 1000;

    private final Clock clock;
    private final Map<Long, ListSnapshot> lists = new LinkedHashMap<>();
    private long counter;

    Pages(Clock clock) {
        this.clock = clock;
    }

    private record ListSnapshot(
            ResourceType type, List<StoredObject> objects, long revision, Instant since, boolean all) {}

    /**
     * The first piece of a list.
     *
     * @param limit most objects of a piece; 0 for all
     * @param all whether nothing was filtered out, in which case clients are told how much is left
     */
    Many first(ResourceType type, List<StoredObject> objects, long limit, long revision, boolean all) {
        if (limit <= 0 || objects.size() <= limit) {
            return new Many(type, objects, revision, "", -1);
        }
        Instant now = clock.instant();
        lists.values().removeIf(snapshot -> snapshot.since().plus(TIME_TO_LIVE).isBefore(now));
        if (lists.size() >= MAX_LISTS) {
            lists.remove(lists.keySet().iterator().next());
        }
        counter++;
        ListSnapshot snapshot = new ListSnapshot(type, List.copyOf(objects), revision, now, all);
        lists.put(counter, snapshot);
        return piece(counter, snapshot, 0, limit);
    }

    Many next(ResourceType type, String token, long limit) {
        Object position = decoded(token);
        ListSnapshot snapshot = lists.get(Tree.integer(-1, position, "list"));
        long start = Tree.integer(-1, position, "start");
        boolean usable = snapshot != null
                && snapshot.since().plus(TIME_TO_LIVE).isAfter(clock.instant())
                && snapshot.type().storage().equals(type.storage())
                && start >= 0
                && start <= snapshot.objects().size();
        if (!usable || snapshot == null) {
            throw ApiException.expired(
                    "The provided continue parameter is too old to display a consistent list result. Start again without it.");
        }
        return piece(Tree.integer(-1, position, "list"), snapshot, (int) start, limit);
    }

    private static Many piece(long list, ListSnapshot snapshot, int start, long limit) {
        int size = snapshot.objects().size();
        int end = limit <= 0 ? size : (int) Math.min(size, start + limit);
        String token = end == size ? "" : encoded(Tree.of("v", "trainyard", "list", list, "start", (long) end));
        long remaining = snapshot.all() && end < size ? size - end : -1;
        return new Many(snapshot.type(), snapshot.objects().subList(start, end), snapshot.revision(), token, remaining);
    }

    private static String encoded(Map<String, Object> position) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Json.text(position).getBytes(StandardCharsets.UTF_8));
    }

    private static Object decoded(String token) {
        try {
            if (Json.parse(Base64.getUrlDecoder().decode(token)) instanceof Map<?, ?> position) {
                return Tree.object(position);
            }
            throw new IllegalArgumentException("not an object");
        } catch (MalformedTextException e) {
            throw ApiException.badRequest("continue key is not valid: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw ApiException.badRequest("continue key is not valid: it is not one of ours");
        }
    }
}

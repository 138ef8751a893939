package io.trainyard.core.kube;

import java.time.Duration;

/**
 * How a cache is doing.
 *
 * @param kind plural and group of the kind
 * @param namespace the only namespace of its objects; empty for all
 * @param synced whether the first list is complete
 * @param connected whether a watch is open; false now and then for a moment, when it is renewed
 * @param problem what keeps it from being synced; empty when nothing does or nothing is known yet
 * @param required whether the process cannot do its work without it
 * @param sinceLastNews time since the last event or bookmark, to within ten seconds; bookmarks come every minute or so
 * @param sinceGood time since the list was complete and the watch open, to within ten seconds
 * @param hopeless whether it is required, has not been watched for a quarter of an hour, and the API server lists it all the same
 */
public record CacheHealth(
        String kind,
        String namespace,
        boolean synced,
        boolean connected,
        String problem,
        boolean required,
        Duration sinceLastNews,
        Duration sinceGood,
        boolean hopeless) {}

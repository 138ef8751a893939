package io.trainyard.core.config;

/**
 * A token bucket in front of a client.
 *
 * @param perSecond requests per second in the long run; 0 means no limit
 * @param burst requests at once
 */
public record RateLimit(double perSecond, int burst) {}

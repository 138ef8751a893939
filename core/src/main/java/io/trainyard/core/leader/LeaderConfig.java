package io.trainyard.core.leader;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.UUID;

/**
 * Which Lease to hold, as whom, and in what rhythm.
 *
 * @param namespace namespace of the Lease
 * @param name name of the Lease
 * @param identity who we are; differs from that of every other process
 * @param leaseDuration how long others wait after our last sign of life
 * @param renewDeadline how long we may lead without having renewed; shorter, so that we always stop before others begin
 * @param retryPeriod pause between attempts to get the lead, and after one that failed
 */
public record LeaderConfig(
        String namespace,
        String name,
        String identity,
        Duration leaseDuration,
        Duration renewDeadline,
        Duration retryPeriod) {
    /**
     * While waiting for the lead, pauses are up to this many times as long, so that followers do not move in step. Not more: the time between
     * the last renewal and the moment in which a follower sees it is added to each fail-over.
     */
    static final double JITTER = 1.2;

    private static final Duration MAX_RENEW_PERIOD = Duration.ofSeconds(1);

    public LeaderConfig {
        if (identity.isEmpty()) {
            throw new IllegalArgumentException("identity must not be empty: an empty holder means that nobody leads");
        }
        boolean ordered = leaseDuration.compareTo(renewDeadline) > 0
                && renewDeadline.toNanos() > retryPeriod.toNanos() * JITTER
                && retryPeriod.toMillis() > 0;
        if (!ordered) {
            throw new IllegalArgumentException(
                    "leaseDuration (" + leaseDuration + ") must be longer than renewDeadline (" + renewDeadline
                            + "), and that longer than 1.2 times retryPeriod (" + retryPeriod + ")");
        }
    }

    /**
     * Pause between renewals that go well. Each costs a request, and followers wait for the end of the Lease anyway; but after one whose answer is lost there
     * must be time to read the Lease and to write it.
     */
    Duration renewPeriod() {
        Duration longest = renewDeadline.multipliedBy(2).dividedBy(7);
        Duration wanted = longest.compareTo(MAX_RENEW_PERIOD) < 0 ? longest : MAX_RENEW_PERIOD;
        return wanted.compareTo(retryPeriod) > 0 ? wanted : retryPeriod;
    }

    /** With an identity of this process's own. */
    public static LeaderConfig of(
            String namespace, String name, Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {
        return new LeaderConfig(namespace, name, ownIdentity(), leaseDuration, renewDeadline, retryPeriod);
    }

    /** Host name and a random part: unique even for two processes on one machine. Asks the operating system, once. */
    private static String ownIdentity() {
        String host = System.getenv().getOrDefault("HOSTNAME", "");
        if (host.isEmpty()) {
            try {
                host = InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException nameless) {
                host = "unknown";
            }
        }
        return host + "_" + UUID.randomUUID();
    }
}

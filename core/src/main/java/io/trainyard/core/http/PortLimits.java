package io.trainyard.core.http;

import java.time.Duration;

/**
 * How much of one port its callers may take. Here are the limits of all ports of a controller, because they share its memory: what
 * {@link #bytes} says of all of them stays below half of the 64 MiB outside the heap.
 *
 * @param connections of everybody together; when there are as many, a new one takes the place of another
 * @param perAddress connections of one address
 * @param room connections that are read, of everybody together; the others wait, and hold no bytes
 * @param headerBytes size of the header of a request
 * @param header time until a connection's first header has come, handshake included, and for each other from its first byte
 * @param quiet time without a request that was answered with a status below 400; longer than callers keep a connection
 */
public record PortLimits(int connections, int perAddress, int room, int headerBytes, Duration header, Duration quiet) {
    /** Kubelets, and people who look at a probe by hand. */
    public static final PortLimits HEALTH = of(256, 64, 48, 8);

    /** Scrapers. */
    public static final PortLimits METRICS = of(256, 64, 48, 8);

    /** API servers, which open a connection for each review that is under way. */
    public static final PortLimits WEBHOOK = of(512, 128, 128, 8);

    /** Processes of several jobs on a thousand nodes. A program whose idle connection is closed connects again. */
    public static final PortLimits STATUS = of(4_096, 512, 256, 8);

    /** Browsers, and proxies in front of them; tokens may be long. */
    public static final PortLimits DASHBOARD = of(1_024, 512, 512, 16);

    /** A connection reads at most so much at a time. */
    static final int READ_BYTES = 8 * 1024;

    private static PortLimits of(int connections, int perAddress, int room, int headerKilobytes) {
        return new PortLimits(
                connections,
                perAddress,
                room,
                headerKilobytes * 1024,
                Duration.ofSeconds(10),
                // Programs report every minute, API servers keep connections for 90 s.
                Duration.ofMinutes(2));
    }

    /** Upper bound of the bytes outside the heap that received data of all connections takes. */
    public long bytes() {
        return (long) room * bytesOfOne();
    }

    /** A header of which the last byte is missing may fill twice its size, because buffers double. A record of TLS, or a handshake, has little more than 16 KiB, so 32 KiB are the least. */
    int bytesOfOne() {
        return Math.max(2 * headerBytes, 32 * 1024);
    }
}

package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringTokenizer;

/**
 * One end of a TCP connection, or a socket that waits for connections.
 *
 * @param local address and port as Linux writes them; an IPv4 address has one form, however the socket was made
 * @param remote likewise
 * @param state number that Linux gives it
 * @param inode of its socket; 0 when no process has it any more
 */
public record TcpConnection(String local, String remote, int state, long inode) {
    private static final int TIME_WAIT = 6;
    private static final int LISTEN = 10;
    private static final String MAPPED = "0000000000000000FFFF0000";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;

    /** All of this machine; none where the system does not tell. */
    @Blocking("called on worker threads only")
    static List<TcpConnection> all() {
        List<TcpConnection> found = new ArrayList<>();
        for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
            try {
                Files.readAllLines(Path.of(file), StandardCharsets.ISO_8859_1)
                        .forEach(line -> parse(line).ifPresent(found::add));
            } catch (IOException notLinux) {
                return found;
            }
        }
        return found;
    }

    /** A line of {@code /proc/net/tcp} or {@code tcp6}; empty for the heading. */
    public static Optional<TcpConnection> parse(String line) {
        StringTokenizer words = new StringTokenizer(line);
        List<String> fields = new ArrayList<>();
        while (words.hasMoreTokens()) {
            fields.add(words.nextToken());
        }
        return fields.size() <= INODE || !fields.get(LOCAL).contains(":")
                ? Optional.empty()
                : Optional.of(new TcpConnection(
                        address(fields.get(LOCAL)),
                        address(fields.get(REMOTE)),
                        Integer.parseInt(fields.get(STATE), 16),
                        Long.parseLong(fields.get(INODE))));
    }

    private static String address(String text) {
        return text.startsWith(MAPPED) ? text.substring(MAPPED.length()) : text;
    }

    /** Whether it waits for others to connect. */
    public boolean isListening() {
        return state == LISTEN;
    }

    /** Whether it is over: its process may have ended. */
    public boolean isPast() {
        return state == TIME_WAIT;
    }

    /** What no other end has. */
    public String ends() {
        return local + " " + remote;
    }

    /** {@link #ends} of the other end. */
    public String otherEnds() {
        return remote + " " + local;
    }

    public int localPort() {
        return port(local);
    }

    public int remotePort() {
        return port(remote);
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
    }
}

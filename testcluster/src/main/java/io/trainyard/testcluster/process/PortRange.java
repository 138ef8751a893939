package io.trainyard.testcluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TCP ports from which those of a cluster are chosen.
 *
 * @param first the lowest port, at least 1024
 * @param last the highest port, at least 20 above the first
 */
public record PortRange(int first, int last) {

    /** Below the ports that operating systems hand out by themselves to outgoing connections, and those that local runs take (from 20000 on). */
    public static final PortRange DEFAULT = new PortRange(11000, 19999);

    private static final int MIN_SIZE = 20;
    private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,5})\\s*-\\s*(\\d{1,5})\\s*");

    public PortRange {
        if (first < 1024 || last > 65535 || last - first + 1 < MIN_SIZE) {
            throw new IllegalArgumentException("the port range " + first + "-" + last
                    + " must lie between 1024 and 65535 and hold at least " + MIN_SIZE + " ports");
        }
    }

    /** Reads {@code FIRST-LAST}, such as {@code 21000-21999}. */
    public static PortRange parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "the port range '" + text + "' must be written FIRST-LAST, such as 21000-21999");
        }
        return new PortRange(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /**
     * Different ports on which nobody listens at 127.0.0.1 at this moment, and which no test run of this machine chose in the last two minutes unless there are
     * too few others.
     *
     * @param count how many
     * @param random where in the range the search begins
     */
    public List<Integer> choose(int count, RandomGenerator random) {
        int start = random.nextInt(last - first + 1);
        return RecentPorts.ofThisMachine().choose(recent -> {
            List<Integer> chosen = free(count, start, recent);
            return chosen.size() < count ? all(count, start) : chosen;
        });
    }

    private List<Integer> free(int count, int start, Set<Integer> without) {
        int size = last - first + 1;
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < size && chosen.size() < count; i++) {
            int port = first + (start + i) % size;
            if (!without.contains(port) && isFree(port)) {
                chosen.add(port);
            }
        }
        return chosen;
    }

    private List<Integer> all(int count, int start) {
        List<Integer> chosen = free(count, start, Set.of());
        if (chosen.size() < count) {
            throw new IllegalStateException("the port range " + this + " has fewer than " + count + " free ports");
        }
        return chosen;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}

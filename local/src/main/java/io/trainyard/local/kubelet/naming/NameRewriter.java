package io.trainyard.local.kubelet.naming;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Puts addresses in place of names of pods, and the ports in use in place of those that stand behind names and addresses. */
public final class NameRewriter {
    private static final String BEFORE = "=:,;\"'@/[(|";
    private static final String AFTER = ":,;\"'/])|?";

    private final Function<String, Optional<String>> addressOf;
    private final Map<Integer, Integer> ports;
    private final ServerPorts servers;

    /**
     * A rewriter that knows the addresses of all names that it replaces.
     *
     * @param addressOf the address of a name; empty when it is no name of a pod
     * @param ports asked-for ports and the ones to use
     */
    public NameRewriter(Function<String, Optional<String>> addressOf, Map<Integer, Integer> ports) {
        this(addressOf, ports, new ServerPorts(addressOf));
    }

    /**
     * A rewriter.
     *
     * @param addressOf what stands in place of a name; empty when it is no name of a pod
     * @param ports asked-for ports and the ones to use
     * @param servers knows which servers need ports of their own
     */
    public NameRewriter(
            Function<String, Optional<String>> addressOf, Map<Integer, Integer> ports, ServerPorts servers) {
        this.addressOf = addressOf;
        this.ports = Map.copyOf(ports);
        this.servers = servers;
    }

    /** The port to use in place of this one. */
    public int port(int asked) {
        return ports.getOrDefault(asked, asked);
    }

    /** Rewrites a text; a name counts only as a whole, so that a name that is the beginning of another does no harm. */
    public String rewrite(String text) {
        return rewrite(text, false);
    }

    /** The same for servers that listen on all addresses of the machine. */
    String rewriteServers(String text) {
        return rewrite(text, true);
    }

    private String rewrite(String text, boolean areServers) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int at = 0;
        while (at < text.length()) {
            if (!isNameCharacter(text.charAt(at))) {
                out.append(text.charAt(at));
                at++;
                continue;
            }
            int end = endOfName(text, at);
            String token = text.substring(at, end);
            Optional<String> address =
                    PathTable.isBoundary(text, at - 1, BEFORE) && PathTable.isBoundary(text, end, AFTER)
                            ? addressFor(token)
                            : Optional.empty();
            out.append(address.orElse(token));
            at = address.isPresent() ? appendPort(text, end, areServers ? token : "", out) : end;
        }
        return out.toString();
    }

    private Optional<String> addressFor(String token) {
        return token.startsWith("127.") ? Optional.of(token) : addressOf.apply(token);
    }

    private int appendPort(String text, int colon, String server, StringBuilder out) {
        int end = colon + 1;
        while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0) {
            end++;
        }
        boolean port = colon < text.length()
                && text.charAt(colon) == ':'
                && end > colon + 1
                && end <= colon + 6
                && PathTable.isBoundary(text, end, AFTER);
        if (!port) {
            return colon;
        }
        int asked = Integer.parseInt(text.substring(colon + 1, end));
        out.append(':').append(port(server.isEmpty() ? asked : servers.wish(server, asked)));
        return end;
    }

    private static int endOfName(String text, int start) {
        int end = start;
        while (end < text.length() && isNameCharacter(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isNameCharacter(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '.'
                || c == '_';
    }
}

package io.trainyard.local.kubelet.naming;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/** Puts addresses in place of names of pods, and the ports in use in place of those that stand behind names and addresses. */
public final class NameRewriter {
    private static final String BEFORE = "=:,;\"'@/[(|";
    private static final String AFTER = ":,;\"'/])|?";

    private final Function<String, Optional<String>> addressOf;
    private final IntUnaryOperator ports;

    /**
     * A rewriter.
     *
     * @param addressOf what stands in place of a name; empty when it is no name of a pod
     * @param ports the port to use in place of one
     */
    public NameRewriter(Function<String, Optional<String>> addressOf, IntUnaryOperator ports) {
        this.addressOf = addressOf;
        this.ports = ports;
    }

    /** Rewrites a number that is a port; one that stays keeps its zeros. */
    String rewritePort(String number) {
        int asked = Integer.parseInt(number);
        int port = ports.applyAsInt(asked);
        return port == asked ? number : Integer.toString(port);
    }

    /** Rewrites a text; a name counts only as a whole, so that a name that is the beginning of another does no harm. */
    public String rewrite(String text) {
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
            at = address.isPresent() ? appendPort(text, end, out) : end;
        }
        return out.toString();
    }

    private Optional<String> addressFor(String token) {
        return token.startsWith("127.") ? Optional.of(token) : addressOf.apply(token);
    }

    private int appendPort(String text, int colon, StringBuilder out) {
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
        out.append(':').append(rewritePort(text.substring(colon + 1, end)));
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

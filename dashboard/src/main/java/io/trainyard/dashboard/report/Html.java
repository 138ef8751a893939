package io.trainyard.dashboard.report;

import io.trainyard.dashboard.access.SecretMask;
import java.util.ArrayList;
import java.util.List;

/** Markup in the making. Every text and every value of an attribute goes through one place that takes out secrets and makes markup harmless. */
final class Html {
    private final StringBuilder text = new StringBuilder(64 * 1024);
    private final List<String> open = new ArrayList<>();

    /** Begins an element; attributes are names and values in turn. */
    Html open(String element, Object... attributes) {
        tag(element, attributes);
        open.add(element);
        return this;
    }

    /** Ends the element that was begun last. */
    Html close() {
        text.append("</").append(open.remove(open.size() - 1)).append('>');
        return this;
    }

    /** An element without content. */
    Html empty(String element, Object... attributes) {
        tag(element, attributes);
        text.append("</").append(element).append('>');
        return this;
    }

    /** An element with a text in it. */
    Html element(String element, String content, Object... attributes) {
        return open(element, attributes).text(content).close();
    }

    /** A text, whatever it holds. */
    Html text(String content) {
        escape(SecretMask.mask(content));
        return this;
    }

    /** A line break, for whoever reads the source. */
    Html line() {
        text.append('\n');
        return this;
    }

    /** Markup that we wrote ourselves. */
    Html trusted(String markup) {
        text.append(markup);
        return this;
    }

    private void tag(String element, Object... attributes) {
        text.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"");
            escape(SecretMask.mask(String.valueOf(attributes[i + 1])));
            text.append('"');
        }
        text.append('>');
    }

    private void escape(String content) {
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            switch (c) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                case '\'' -> text.append("&#39;");
                case '\n', '\t' -> text.append(c);
                default -> text.append(shown(content, i));
            }
        }
    }

    /** Characters that browsers do not show, or that change the order of others, as signs. */
    private static char shown(String content, int at) {
        char c = content.charAt(at);
        if (c < 0x20) {
            return (char) (0x2400 + c);
        }
        boolean lonely = Character.isHighSurrogate(c)
                ? at + 1 >= content.length() || !Character.isLowSurrogate(content.charAt(at + 1))
                : Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(content.charAt(at - 1)));
        boolean reorders = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
        return lonely || reorders || (c >= 0x7F && c < 0xA0) ? '\uFFFD' : c;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

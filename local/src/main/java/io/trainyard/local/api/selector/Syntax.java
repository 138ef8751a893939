package io.trainyard.local.api.selector;

import java.util.regex.Pattern;

/** The syntax of label keys and values. */
public final class Syntax {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private Syntax() {}

    /** A name of at most 63 characters, with an optional DNS prefix and a slash before it. */
    public static boolean isLabelKey(String key) {
        int slash = key.indexOf('/');
        String name = key.substring(slash + 1);
        String prefix = slash < 0 ? "a" : key.substring(0, slash);
        return name.length() <= 63
                && NAME.matcher(name).matches()
                && prefix.length() <= 253
                && SUBDOMAIN.matcher(prefix).matches();
    }

    /** At most 63 characters; may be empty. */
    public static boolean isLabelValue(String value) {
        return value.isEmpty() || (value.length() <= 63 && NAME.matcher(value).matches());
    }

    static void requireLabelKey(String key, String selector) {
        if (!isLabelKey(key)) {
            throw new IllegalArgumentException(
                    "unable to parse requirement: \"" + key + "\" in \"" + selector + "\" is not a label key");
        }
    }

    static void requireLabelValue(String value, String selector) {
        if (!isLabelValue(value)) {
            throw new IllegalArgumentException(
                    "unable to parse requirement: \"" + value + "\" in \"" + selector + "\" is not a label value");
        }
    }
}

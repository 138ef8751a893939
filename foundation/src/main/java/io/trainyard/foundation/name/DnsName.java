package io.trainyard.foundation.name;

/** Names of namespaces and objects by RFC 1123. Looks at each character once. Pure. */
public final class DnsName {
    private static final int MAX_LABEL = 63;
    private static final int MAX_SUBDOMAIN = 253;

    private DnsName() {}

    /** True for what a namespace can be called: at most 63 small letters, digits and hyphens, with no hyphen at either end. */
    public static boolean isLabel(String name) {
        return name.length() <= MAX_LABEL && name.indexOf('.') < 0 && isSubdomain(name);
    }

    /** True for what most objects can be called: words such as those of a label with dots between them, at most 253 characters in all. */
    public static boolean isSubdomain(String name) {
        if (name.length() > MAX_SUBDOMAIN) {
            return false;
        }
        char before = '.';
        for (char c : name.toCharArray()) {
            boolean letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
            boolean mark = before != '.' && (c == '-' || (c == '.' && before != '-'));
            if (!letter && !mark) {
                return false;
            }
            before = c;
        }
        return before != '.' && before != '-';
    }
}

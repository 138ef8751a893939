package io.trainyard.foundation.name;

import io.trainyard.foundation.regex.LinearPattern;

/** Names of namespaces and objects by RFC 1123. Pure. */
public final class DnsName {
    /** The rule for labels, in the words of an API server. */
    public static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of at most 63 lower case alphanumeric characters or '-', and must start"
                    + " and end with an alphanumeric character, such as 'my-name'";

    /** Most characters of a subdomain. */
    public static final int MAX_SUBDOMAIN = 253;

    private static final LinearPattern LABEL = LinearPattern.of("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final LinearPattern SERVICE_LABEL = LinearPattern.of("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final LinearPattern SUBDOMAIN =
            LinearPattern.of("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private DnsName() {}

    /** True for what a namespace can be called: at most 63 small letters, digits and hyphens, with no hyphen at either end. */
    public static boolean isLabel(String name) {
        return LABEL.matches(name);
    }

    /** True for what a Service can be called: a label that begins with a letter (RFC 1035). */
    public static boolean isServiceLabel(String name) {
        return SERVICE_LABEL.matches(name);
    }

    /** True for what most objects can be called: words such as those of a label with dots between them, at most 253 characters in all. */
    public static boolean isSubdomain(String name) {
        return name.length() <= MAX_SUBDOMAIN && SUBDOMAIN.matches(name);
    }
}

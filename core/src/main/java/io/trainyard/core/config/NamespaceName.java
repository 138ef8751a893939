package io.trainyard.core.config;

import io.trainyard.foundation.name.DnsName;

/** What a namespace may be called: a DNS label (RFC 1123). Pure. */
public final class NamespaceName {
    /** What is wrong with a name that is not valid, as an API server says it. */
    public static final String RULE =
            "a lowercase RFC 1123 label must consist of at most 63 lower case alphanumeric characters or '-', and must start"
                    + " and end with an alphanumeric character, such as 'my-name'";

    private NamespaceName() {}

    /** True when a namespace can have this name. */
    public static boolean isValid(String name) {
        return DnsName.isLabel(name);
    }
}

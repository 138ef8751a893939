package io.trainyard.core.config;

import java.util.regex.Pattern;

/** What a namespace may be called: a DNS label (RFC 1123). Pure. */
public final class NamespaceName {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private NamespaceName() {}

    /** True when a namespace can have this name. */
    public static boolean isValid(String name) {
        return LABEL.matcher(name).matches();
    }
}

package io.trainyard.local.api.resource;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.Optional;

/** What names of objects may look like. */
public enum NameRule {
    /** Lower-case labels with dots between them, at most 253 characters (RFC 1123 subdomain). */
    SUBDOMAIN(
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*",
            253,
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end "
                    + "with an alphanumeric character (e.g. 'example.com', regex used for validation is "
                    + "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"),
    /** One label, at most 63 characters (RFC 1123 label). */
    LABEL(
            "[a-z0-9]([-a-z0-9]*[a-z0-9])?",
            63,
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an "
                    + "alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"),
    /** One label that starts with a letter, at most 63 characters (RFC 1035 label). */
    RFC1035_LABEL(
            "[a-z]([-a-z0-9]*[a-z0-9])?",
            63,
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end "
                    + "with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"),
    /** Anything that can stand between two slashes of a path. */
    PATH_SEGMENT(
            "[^/%.]|[^/%.][^/%]|\\.[^/%.]|[^/%]{3,}",
            Integer.MAX_VALUE, "must not be '.' or '..' and may not contain '/' or '%'");

    private final LinearPattern pattern;
    private final int longest;
    private final String description;

    NameRule(String pattern, int longest, String description) {
        this.pattern = LinearPattern.of(pattern);
        this.longest = longest;
        this.description = description;
    }

    /** What is wrong with a name; empty when nothing is. */
    public Optional<String> problemOf(String name) {
        if (name.length() > longest) {
            return Optional.of("must be no more than " + longest + " characters");
        }
        return pattern.matches(name) ? Optional.empty() : Optional.of(description);
    }
}

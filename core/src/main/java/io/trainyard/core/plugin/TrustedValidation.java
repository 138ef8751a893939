package io.trainyard.core.plugin;

/** A validation that may be one of Trainyard's own, which do not change what they are given: they need no copy of it. */
public interface TrustedValidation {
    boolean isTrusted();
}

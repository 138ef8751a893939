package io.trainyard.core.plugin;

import java.util.Locale;

/** Ways in which a plugin breaks its contract; each harms only the TrainJob at hand, and is counted under the plugin's name. */
public enum ContractViolation {
    /** It threw something that is not meant for the user. */
    EXCEPTION,
    /** Its classes and those of the host do not fit together. */
    LINKAGE,
    /** It asked for more memory than there is. */
    OUT_OF_MEMORY,
    /** It gave no answer in time. */
    TIME_LIMIT,
    /** It kept a thread that others need, and was interrupted; from then on it runs on threads of its own. */
    BLOCKED,
    /** It answered null, something incomplete, or something that cannot be read. */
    BAD_ANSWER,
    /** It changed the context class loader of a thread and did not restore it. */
    CLASS_LOADER,
    /** It started a thread that lives on. */
    LEAKED_THREAD;

    static ContractViolation of(Throwable failure) {
        if (failure instanceof PluginFailure known) {
            return known.violation();
        }
        if (failure instanceof LinkageError || failure instanceof ClassNotFoundException) {
            return LINKAGE;
        }
        if (failure instanceof InvalidResultException) {
            return BAD_ANSWER;
        }
        if (failure instanceof InterruptedCallException) {
            return BLOCKED;
        }
        return failure instanceof OutOfMemoryError ? OUT_OF_MEMORY : EXCEPTION;
    }

    /** As a label of a metric: lower case with dashes. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

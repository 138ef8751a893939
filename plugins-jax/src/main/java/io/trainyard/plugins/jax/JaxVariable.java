package io.trainyard.plugins.jax;

import java.util.Arrays;
import java.util.List;

/** The variables of a JAX container, in the order in which they are set. A user may replace each of them. */
enum JaxVariable {
    JAX_NUM_PROCESSES,
    JAX_PROCESS_ID,
    JAX_COORDINATOR_ADDRESS;

    /** Their names, in order. */
    static final List<String> NAMES =
            Arrays.stream(values()).map(JaxVariable::name).toList();
}

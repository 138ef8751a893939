/**
 * What is asked of a runtime, one concern in each class, each a pure function from a tree to findings. Called in order by {@link
 * io.trainyard.core.admission.runtime.RuntimeRules}.
 */
@NullMarked
package io.trainyard.core.admission.runtime;

import org.jspecify.annotations.NullMarked;

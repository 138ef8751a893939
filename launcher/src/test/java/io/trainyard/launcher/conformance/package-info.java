/** The shared conformance cases against this build. Start with {@link io.trainyard.launcher.conformance.ConformanceIT}. */
@NullMarked
package io.trainyard.launcher.conformance;

import org.jspecify.annotations.NullMarked;

/** Measures the budgets of the design. Start with {@link io.trainyard.bench.CompileBenchmark}. */
@NullMarked
package io.trainyard.bench;

import org.jspecify.annotations.NullMarked;

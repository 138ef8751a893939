/**
 * The seven extension points: six that make a TrainJob's objects, and one that tells people about it. A plugin implements any of them on one object that {@link java.util.ServiceLoader} finds as
 * {@link io.trainyard.spi.Plugin}. Each file states thread, cost, idempotence and what a failure means.
 */
@NullMarked
@Stable
package io.trainyard.spi.extension;

import io.trainyard.foundation.stability.Stable;
import org.jspecify.annotations.NullMarked;

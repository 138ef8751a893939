/**
 * The six extension points. A plugin implements any of them on one object that {@link java.util.ServiceLoader} finds as
 * {@link io.trainyard.spi.Plugin}. Each file states thread, cost, idempotence and what a failure means.
 */
@NullMarked
package io.trainyard.spi.extension;

import org.jspecify.annotations.NullMarked;

/**
 * Flux: every pod runs a broker, and the first one starts the program on all of them. Read {@link io.trainyard.plugins.flux.FluxPlugin} first; what runs
 * inside the pods is in {@link io.trainyard.plugins.flux.InstallerScript} and {@link io.trainyard.plugins.flux.EntrypointScript}. Sees only
 * {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.flux;

import org.jspecify.annotations.NullMarked;

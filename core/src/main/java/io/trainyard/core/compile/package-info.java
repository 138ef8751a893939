/**
 * From a TrainJob and its runtime to the objects that should exist, as a pure function. Read {@link
 * io.trainyard.core.compile.TrainJobCompiler} first. Trees of templates are never changed: a change copies the maps on its path. No client, no
 * Vert.x, no clock.
 */
@NullMarked
package io.trainyard.core.compile;

import org.jspecify.annotations.NullMarked;

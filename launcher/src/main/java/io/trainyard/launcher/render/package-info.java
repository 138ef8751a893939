/**
 * Compiling and plugin loading for commands that end, on the calling thread alone. Start with {@link
 * io.trainyard.launcher.render.CompilerRenderer}. No Vert.x and no Kubernetes client.
 */
@NullMarked
package io.trainyard.launcher.render;

import org.jspecify.annotations.NullMarked;

/** The command {@code render}. What compiles is behind {@link io.trainyard.launcher.cli.render.Renderer}. */
@NullMarked
package io.trainyard.launcher.cli.render;

import org.jspecify.annotations.NullMarked;

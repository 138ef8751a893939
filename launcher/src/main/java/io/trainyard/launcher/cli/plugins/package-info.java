/** Where commands find plugins, and the command {@code plugins}. */
@NullMarked
package io.trainyard.launcher.cli.plugins;

import org.jspecify.annotations.NullMarked;

/** The command {@code controller} with flags in the style of Go. What runs is behind {@link io.trainyard.launcher.cli.controller.ControllerProcess}. */
@NullMarked
package io.trainyard.launcher.cli.controller;

import org.jspecify.annotations.NullMarked;

/**
 * The controller as a process: what starts in which order, and what ends in which. Start with {@link
 * io.trainyard.launcher.controller.VertxControllerProcess}.
 */
@NullMarked
package io.trainyard.launcher.controller;

import org.jspecify.annotations.NullMarked;

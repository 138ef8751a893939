/**
 * How a local run looks, as pure code: states and changes become text. Start with {@link io.trainyard.launcher.run.view.LiveView} for
 * terminals and {@link io.trainyard.launcher.run.view.TextLines} for everything else.
 */
@NullMarked
package io.trainyard.launcher.run.view;

import org.jspecify.annotations.NullMarked;

/**
 * How a local run looks, as pure code: states and changes become text (LOCAL-97). Start with {@link io.trainyard.launcher.run.view.LiveView} for
 * terminals and {@link io.trainyard.launcher.run.view.PlainLines} for everything else.
 */
@NullMarked
package io.trainyard.launcher.run.view;

import org.jspecify.annotations.NullMarked;

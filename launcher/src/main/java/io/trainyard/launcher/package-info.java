/**
 * The process: {@link io.trainyard.launcher.Main} starts it, {@link io.trainyard.launcher.Wiring} puts the parts together. Commands are in
 * {@code cli}. No plugin may be imported here: plugins are found in a folder at run time.
 */
@NullMarked
package io.trainyard.launcher;

import org.jspecify.annotations.NullMarked;

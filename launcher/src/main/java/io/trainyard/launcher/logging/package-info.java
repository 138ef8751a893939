/**
 * What log lines look like: {@link io.trainyard.launcher.logging.LogSetup} for the controller, {@link
 * io.trainyard.launcher.logging.QuietLogging} for everything else. Configured in code, so that no file has to be looked for. Only this package
 * may use the logging back end.
 */
@NullMarked
package io.trainyard.launcher.logging;

import org.jspecify.annotations.NullMarked;

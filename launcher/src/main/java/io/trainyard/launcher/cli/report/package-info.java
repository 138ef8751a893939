/** The command {@code report}. */
@NullMarked
package io.trainyard.launcher.cli.report;

import org.jspecify.annotations.NullMarked;

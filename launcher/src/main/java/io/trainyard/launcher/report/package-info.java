/** Gathers what the command {@code report} writes down. Start with {@link io.trainyard.launcher.report.JobReporter}. */
@NullMarked
package io.trainyard.launcher.report;

import org.jspecify.annotations.NullMarked;

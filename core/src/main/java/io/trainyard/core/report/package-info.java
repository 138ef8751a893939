/**
 * What training programs report of themselves: its format, and what it says of the group of processes. Start with
 * {@link io.trainyard.core.report.ReportReader}. Pure; what is kept of it is in {@code io.trainyard.core.progress}.
 */
@NullMarked
package io.trainyard.core.report;

import org.jspecify.annotations.NullMarked;

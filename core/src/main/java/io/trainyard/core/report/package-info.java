/**
 * What training programs report of themselves: progress, metrics, and one by one their ranks. Start with
 * {@link io.trainyard.core.report.ReportReader}, which reads what they send, and {@link io.trainyard.core.report.ProgressReports}, which keeps it. All but
 * the latter, the stores and the writer are pure. No HTTP here.
 */
@NullMarked
package io.trainyard.core.report;

import org.jspecify.annotations.NullMarked;

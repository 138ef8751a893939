/**
 * One job as one file that opens anywhere, also without a network: for a colleague, or for the day after. Start with
 * {@link io.trainyard.dashboard.report.ReportPage}.
 */
@NullMarked
package io.trainyard.dashboard.report;

import org.jspecify.annotations.NullMarked;

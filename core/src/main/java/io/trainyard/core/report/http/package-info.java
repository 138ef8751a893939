/**
 * The port to which training programs report. Start with {@link io.trainyard.core.report.http.StatusServer}; who may report is decided by a
 * {@link io.trainyard.core.report.http.ReportAccess}. What reports mean is not known here.
 */
@NullMarked
package io.trainyard.core.report.http;

import org.jspecify.annotations.NullMarked;

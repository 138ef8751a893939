/** What reports of training programs cost the controller. Start with {@link io.trainyard.bench.reports.ReportLoad}. */
@NullMarked
package io.trainyard.bench.reports;

import org.jspecify.annotations.NullMarked;

/**
 * What the page shows, as values; whoever knows the jobs implements {@link io.trainyard.dashboard.view.JobViews}. Knows nothing of HTTP.
 */
@NullMarked
package io.trainyard.dashboard.view;

import org.jspecify.annotations.NullMarked;

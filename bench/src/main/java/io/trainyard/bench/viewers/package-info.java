/** What people who look at the dashboard cost the controller. Start with {@link io.trainyard.bench.viewers.ViewersLoad}. */
@NullMarked
package io.trainyard.bench.viewers;

import org.jspecify.annotations.NullMarked;

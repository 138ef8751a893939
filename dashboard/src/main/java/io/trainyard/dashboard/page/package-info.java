/**
 * The static files, and the headers that keep a browser from doing anything else. Start with {@link io.trainyard.dashboard.page.Assets}.
 */
@NullMarked
package io.trainyard.dashboard.page;

import org.jspecify.annotations.NullMarked;

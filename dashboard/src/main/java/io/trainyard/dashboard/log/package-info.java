/**
 * Lines of training programs made harmless: cut, cleaned, coloured. Start with {@link io.trainyard.dashboard.log.LineSplitter}.
 */
@NullMarked
package io.trainyard.dashboard.log;

import org.jspecify.annotations.NullMarked;

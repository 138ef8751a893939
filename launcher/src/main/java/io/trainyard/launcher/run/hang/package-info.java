/** Notices ranks that hang: {@link io.trainyard.launcher.run.hang.HangWatch} watches a run. */
@NullMarked
package io.trainyard.launcher.run.hang;

import org.jspecify.annotations.NullMarked;

/** What was recorded of the ranks of a run: {@link io.trainyard.launcher.run.profile.ProfileFolder} is where ranks leave it. */
@NullMarked
package io.trainyard.launcher.run.profile;

import org.jspecify.annotations.NullMarked;

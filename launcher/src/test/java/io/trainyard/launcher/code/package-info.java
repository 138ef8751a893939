/** Which code travels with a job, and the archive of it. */
@NullMarked
package io.trainyard.launcher.code;

import org.jspecify.annotations.NullMarked;

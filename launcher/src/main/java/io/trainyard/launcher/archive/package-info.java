/** What the start script runs once, so that later starts find their classes in an archive. */
@NullMarked
package io.trainyard.launcher.archive;

import org.jspecify.annotations.NullMarked;

/** The code of a folder, packed so that it travels with a job: which files belong to it, and the archive of them. */
@NullMarked
package io.trainyard.launcher.code;

import org.jspecify.annotations.NullMarked;

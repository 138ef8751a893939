/**
 * What a user changes while a job is being developed: {@link io.trainyard.launcher.run.watch.FolderWatch} tells of it,
 * {@link io.trainyard.launcher.run.watch.SourceFiles} says which files count.
 */
@NullMarked
package io.trainyard.launcher.run.watch;

import org.jspecify.annotations.NullMarked;

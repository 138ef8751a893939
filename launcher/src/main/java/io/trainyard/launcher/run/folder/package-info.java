/**
 * What local runs leave on the disk. Start with {@link io.trainyard.launcher.run.folder.StateFolder}. Everything here blocks for the
 * time of small files.
 */
@NullMarked
package io.trainyard.launcher.run.folder;

import org.jspecify.annotations.NullMarked;

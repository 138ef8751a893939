/** What somebody in the cluster does to all ports of one controller in 512 MiB, from a process of his own; and what others notice of it. */
@NullMarked
package io.trainyard.launcher.strangers;

import org.jspecify.annotations.NullMarked;

/** The built program as a process of its own: what a user and an administrator see. */
@NullMarked
package io.trainyard.launcher.process;

import org.jspecify.annotations.NullMarked;

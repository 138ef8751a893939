/** Brings a job and its code to a cluster. */
@NullMarked
package io.trainyard.launcher.submit;

import org.jspecify.annotations.NullMarked;

/** The Python package that holds the distribution. */
@NullMarked
package io.trainyard.launcher.wheel;

import org.jspecify.annotations.NullMarked;

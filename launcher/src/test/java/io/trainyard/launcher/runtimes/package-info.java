/** The shipped runtimes and the examples for them, compiled with our plugins, without a cluster. */
@NullMarked
package io.trainyard.launcher.runtimes;

import org.jspecify.annotations.NullMarked;

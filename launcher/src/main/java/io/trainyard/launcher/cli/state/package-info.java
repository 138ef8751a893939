/** Commands that look at local runs, present and past: {@code ps}, {@code logs}, {@code stop}, {@code clean}. */
@NullMarked
package io.trainyard.launcher.cli.state;

import org.jspecify.annotations.NullMarked;

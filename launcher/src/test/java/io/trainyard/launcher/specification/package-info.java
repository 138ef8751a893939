/** Holds code, tests and documents against {@code docs/spec}. Nothing is run: files are read. */
@NullMarked
package io.trainyard.launcher.specification;

import org.jspecify.annotations.NullMarked;

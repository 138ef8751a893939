/** The program that fetches data sets and models. */
@NullMarked
package io.trainyard.launcher.initializer;

import org.jspecify.annotations.NullMarked;

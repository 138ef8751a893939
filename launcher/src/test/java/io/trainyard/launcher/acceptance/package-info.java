/** Trainyard as it is shipped, installed and used as a whole. */
@org.jspecify.annotations.NullMarked
package io.trainyard.launcher.acceptance;

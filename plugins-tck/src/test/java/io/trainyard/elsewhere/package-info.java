/** Stands for a library. */
@org.jspecify.annotations.NullMarked
package io.trainyard.elsewhere;

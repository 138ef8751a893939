/**
 * A stand-in for the images that fetch data sets and models, run as a program of its own. Needs nothing but the JDK: its class path
 * is this module alone.
 */
@NullMarked
package io.trainyard.local.initializer;

import org.jspecify.annotations.NullMarked;

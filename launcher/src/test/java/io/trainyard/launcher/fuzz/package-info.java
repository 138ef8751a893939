/**
 * Inputs that nobody would write, through everything that reads them. Start with {@link io.trainyard.launcher.fuzz.JobFuzzTest}; {@code -Dfuzz=1000000}
 * makes the few seconds of a build the full number. {@link io.trainyard.launcher.fuzz.AdmittedPairsIT} is about inputs that people do write, with ordinary
 * mistakes, against a real cluster.
 */
package io.trainyard.launcher.fuzz;

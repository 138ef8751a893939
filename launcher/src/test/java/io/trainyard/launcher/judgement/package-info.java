/** Whether a laptop refuses what a cluster refuses, in the same words. */
@org.jspecify.annotations.NullMarked
package io.trainyard.launcher.judgement;

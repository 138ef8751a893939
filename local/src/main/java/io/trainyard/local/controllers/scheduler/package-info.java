/** Gives pods to the one node of a laptop, whole gangs at a time. */
@NullMarked
package io.trainyard.local.controllers.scheduler;

import org.jspecify.annotations.NullMarked;

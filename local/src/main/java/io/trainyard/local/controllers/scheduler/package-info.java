/** Gives pods to the one node of a laptop, whole gangs at a time (LOCAL-54, LOCAL-55). */
@NullMarked
package io.trainyard.local.controllers.scheduler;

import org.jspecify.annotations.NullMarked;

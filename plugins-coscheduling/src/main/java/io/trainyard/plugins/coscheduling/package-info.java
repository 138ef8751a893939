/**
 * Gang scheduling by the coscheduling plugin of the Kubernetes scheduler (scheduler-plugins): one PodGroup a gang, and a label on its pods. Read
 * {@link io.trainyard.plugins.coscheduling.CoschedulingPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.coscheduling;

import org.jspecify.annotations.NullMarked;

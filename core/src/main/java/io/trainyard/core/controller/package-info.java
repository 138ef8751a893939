/**
 * Puts the controller together: watches in, reconciles out. Start with {@link io.trainyard.core.controller.TrainJobController}.
 */
@NullMarked
package io.trainyard.core.controller;

import org.jspecify.annotations.NullMarked;

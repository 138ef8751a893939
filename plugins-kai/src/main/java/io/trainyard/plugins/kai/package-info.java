/**
 * KAI Scheduler: PodGroups of our own for the gangs that the host plans, or metadata for KAI's grouper where KAI is too old for that. Read
 * {@link io.trainyard.plugins.kai.KaiPlugin} first. Sees only {@code io.trainyard.spi} and what that brings.
 */
@NullMarked
package io.trainyard.plugins.kai;

import org.jspecify.annotations.NullMarked;

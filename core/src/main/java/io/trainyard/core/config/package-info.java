/**
 * The configuration of the controller: a tree of immutable records, {@link io.trainyard.core.config.Configuration}, and its strict reader,
 * {@link io.trainyard.core.config.ConfigurationReader}, which reports every problem at once. Pure; imports neither Vert.x nor a Kubernetes
 * client.
 */
@NullMarked
package io.trainyard.core.config;

import org.jspecify.annotations.NullMarked;

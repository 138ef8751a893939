/**
 * The controllers of a cluster, simulated: Jobs, JobSets, scheduling. Start with
 * {@link io.trainyard.local.controllers.LocalControllers}; each controller has a package of its own below, and they see each other only
 * through the API server. Garbage is collected by the API server itself ({@code local.api.garbage}).
 */
@NullMarked
package io.trainyard.local.controllers;

import org.jspecify.annotations.NullMarked;

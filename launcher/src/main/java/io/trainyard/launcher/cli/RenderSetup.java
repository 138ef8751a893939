package io.trainyard.launcher.cli;

import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.spi.ObjectReader;

/**
 * What rendering works with.
 *
 * @param plugins where plugins are found
 * @param objects what plugins see of a cluster
 * @param admission how strictly objects are judged
 */
public record RenderSetup(PluginSource plugins, ObjectReader objects, AdmissionSettings admission) {}

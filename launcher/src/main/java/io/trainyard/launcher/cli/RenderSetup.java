package io.trainyard.launcher.cli;

import io.trainyard.spi.ObjectReader;

/**
 * What rendering works with.
 *
 * @param plugins where plugins are found
 * @param objects what plugins see of a cluster
 */
public record RenderSetup(PluginSource plugins, ObjectReader objects) {}

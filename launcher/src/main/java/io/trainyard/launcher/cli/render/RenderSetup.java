package io.trainyard.launcher.cli.render;

import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.plugins.PluginSource;

/**
 * What rendering works with.
 *
 * @param plugins where plugins are found
 * @param objects what plugins and gangs see of a cluster
 * @param admission how strictly objects are judged
 */
public record RenderSetup(PluginSource plugins, ManifestObjects objects, AdmissionSettings admission) {}

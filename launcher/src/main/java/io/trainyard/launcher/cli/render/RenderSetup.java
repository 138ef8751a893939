package io.trainyard.launcher.cli.render;

import io.trainyard.core.compile.StatusReporting;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.InitializerClaim;
import io.trainyard.core.manifest.ManifestObjects;
import io.trainyard.launcher.cli.plugins.PluginSource;
import java.util.Optional;

/**
 * What rendering works with.
 *
 * @param plugins where plugins are found
 * @param objects what plugins and gangs see of a cluster
 * @param admission how strictly objects are judged
 * @param initializerClaim what a TrainJob gets for its data when its runtime has no volume for that; empty for nothing
 * @param reporting what pods get to report their progress
 */
public record RenderSetup(
        PluginSource plugins,
        ManifestObjects objects,
        AdmissionSettings admission,
        Optional<InitializerClaim> initializerClaim,
        StatusReporting reporting) {}

package io.trainyard.plugins.volcano;

import io.trainyard.tck.golden.GoldenCase;

/** Plugins that have been started. */
final class VolcanoPlugins {
    private VolcanoPlugins() {}

    static VolcanoPlugin startedIn(GoldenCase golden) {
        VolcanoPlugin plugin = new VolcanoPlugin();
        plugin.start(golden.context());
        return plugin;
    }
}

package io.trainyard.plugins.kai;

import io.trainyard.tck.golden.GoldenCase;

/** Plugins that have been started. */
final class KaiPlugins {
    private KaiPlugins() {}

    static KaiPlugin startedIn(GoldenCase golden) {
        KaiPlugin plugin = new KaiPlugin();
        plugin.start(golden.context());
        return plugin;
    }
}

package io.trainyard.plugins.curious;

import io.trainyard.plugins.coscheduling.CoschedulingPlugin;

/** Asks another plugin. */
public final class CuriousPlugin {
    /** The name of another plugin, from itself. */
    public String nameOfAnother() {
        return new CoschedulingPlugin().name();
    }
}

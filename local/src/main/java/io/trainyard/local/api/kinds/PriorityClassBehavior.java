package io.trainyard.local.api.kinds;

import io.trainyard.local.api.resource.KindBehavior;
import java.util.Map;

/** Priority classes. */
final class PriorityClassBehavior implements KindBehavior {
    @Override
    public boolean countsGenerations() {
        return true;
    }

    @Override
    public void applyDefaults(Map<String, Object> object) {
        object.putIfAbsent("preemptionPolicy", "PreemptLowerPriority");
        object.putIfAbsent("value", 0L);
    }
}

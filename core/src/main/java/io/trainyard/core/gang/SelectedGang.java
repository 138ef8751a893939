package io.trainyard.core.gang;

import io.trainyard.spi.model.PluginPolicy;
import io.trainyard.spi.model.PodGroupPolicy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of a {@code podGroupPolicy} that is set.
 *
 * @param member the member
 * @param plugin name of the plugin that serves it
 */
record SelectedGang(String member, String plugin) {
    /** All that are set; more than one only in objects that were stored before the rule against it. */
    static List<SelectedGang> of(@Nullable PodGroupPolicy policy) {
        List<SelectedGang> selected = new ArrayList<>(1);
        if (policy != null) {
            add(selected, "coscheduling", policy.coscheduling());
            add(selected, "volcano", policy.volcano());
            add(selected, "kai", policy.kai());
            @Nullable PluginPolicy vendor = policy.plugin();
            if (vendor != null) {
                selected.add(new SelectedGang("plugin", String.valueOf(vendor.name())));
            }
        }
        return selected;
    }

    private static void add(List<SelectedGang> selected, String member, @Nullable Object policy) {
        if (policy != null) {
            selected.add(new SelectedGang(member, member));
        }
    }
}

package io.trainyard.tck;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.plugin.LoadedJar;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.WatchExtension;
import io.trainyard.spi.watch.WatchSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

final class ForeignClassProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.start();
        Set<String> foreign = new TreeSet<>();
        List<Sample> all = new ArrayList<>(subject.samples());
        all.addAll(subject.mistakes());
        for (Sample sample : all) {
            Trial.validation(plugin, sample).errors().forEach(error -> look(error.value(), plugin, foreign));
        }
        for (Sample sample : subject.samples()) {
            for (HasMetadata object : Trial.objects(Trial.built(plugin, sample))) {
                look(object, plugin, foreign);
            }
        }
        if (plugin instanceof WatchExtension watching) {
            for (WatchSpec<?> spec : watching.watches()) {
                note(spec.type(), plugin, foreign);
            }
        }
        return foreign.stream().map(name -> "an answer holds a " + name).toList();
    }

    private static void look(@Nullable Object value, Plugin plugin, Set<String> foreign) {
        if (value == null) {
            return;
        }
        note(value.getClass(), plugin, foreign);
        if (value instanceof Map<?, ?> map) {
            map.values().forEach(item -> look(item, plugin, foreign));
        } else if (value instanceof Collection<?> list) {
            list.forEach(item -> look(item, plugin, foreign));
        }
    }

    private static void note(Class<?> type, Plugin plugin, Set<String> foreign) {
        ClassLoader loader = type.getClassLoader();
        boolean ofTheJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
        boolean own = type.getPackageName().startsWith(plugin.getClass().getPackageName());
        if (!ofTheJdk && !own && !LoadedJar.isShared(type.getName())) {
            foreign.add(type.getName());
        }
    }
}

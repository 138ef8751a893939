package io.trainyard.tck;

import io.trainyard.core.plugin.LoadedJar;
import io.trainyard.spi.Plugin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

final class NameProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.make().get();
        @Nullable String name = plugin.name();
        if (name == null) {
            return List.of("name() returns null");
        }
        List<String> problems = new ArrayList<>();
        LoadedJar.problemOfName(name, plugin.getClass(), subject.builtIn()).ifPresent(problems::add);
        if (!name.equals(plugin.name()) || !name.equals(subject.make().get().name())) {
            problems.add("name() returns something else each time");
        }
        return problems;
    }
}

package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import java.util.List;

final class ConstructorProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        if (subject.jar().isPresent()) {
            // Reading a jar waits by itself; the instance has been looked at.
            return List.of();
        }
        Plugin[] made = new Plugin[2];
        ThreadCost first = ThreadCost.of(() -> made[0] = subject.make().get());
        ThreadCost second = ThreadCost.of(() -> made[1] = subject.make().get());
        return first.waits() > 0 && second.waits() > 0
                ? List.of("the constructor waits for something; do that in start(), or better not at all")
                : List.of();
    }
}

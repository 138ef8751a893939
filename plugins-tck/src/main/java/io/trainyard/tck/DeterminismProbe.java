package io.trainyard.tck;

import io.trainyard.spi.Plugin;
import java.util.ArrayList;
import java.util.List;

final class DeterminismProbe implements Probe {
    @Override
    public List<String> problems(Subject subject) {
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            Plugin plugin = subject.start();
            String first = Trial.of(plugin, sample);
            if (!first.equals(Trial.of(plugin, sample))) {
                problems.add(sample.name() + " gives something else the second time; "
                        + Difference.of(first, Trial.of(plugin, sample)));
            } else if (!first.equals(Trial.of(subject.start(), sample))) {
                problems.add(sample.name() + " gives something else in a second instance");
            }
        }
        return problems;
    }
}

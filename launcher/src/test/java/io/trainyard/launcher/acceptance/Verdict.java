package io.trainyard.launcher.acceptance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a long run found: figures, and everything that is wrong. A fault does not end the run. Safe for several threads. */
final class Verdict {
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();

    synchronized void figure(String name, Object value) {
        figures.put(name, value);
    }

    synchronized void fault(String what) {
        faults.add(what);
    }

    /** Each is a fault, under a common name. */
    void faults(String name, Collection<String> all) {
        all.forEach(each -> fault(name + ": " + each));
    }

    void expect(boolean holds, String otherwise) {
        if (!holds) {
            fault(otherwise);
        }
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** The figures, one a line, then the faults. */
    synchronized String block() {
        StringBuilder text = new StringBuilder();
        figures.forEach((name, value) -> text.append("  %-28s %s%n".formatted(name, value)));
        faults.forEach(fault -> text.append("  FAULT ").append(fault.strip()).append("\n"));
        return text.toString();
    }
}

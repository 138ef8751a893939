package io.trainyard.dashboard.report;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.DeltaType;
import io.trainyard.dashboard.access.SecretMask;
import io.trainyard.dashboard.view.JobSpec;
import io.trainyard.foundation.tree.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was written, what it became and who set which line, and how that differs from the runtime. Pure. */
final class SpecPart {
    private static final int MAX_LINES = 2_000;

    private final JobSpec spec;

    SpecPart(JobSpec spec) {
        this.spec = spec;
    }

    void write(Html html) {
        if (spec.written().isEmpty() && spec.objects().isEmpty()) {
            return;
        }
        html.element("h2", "Spec");
        text(html, "TrainJob, as written", spec.written(), true);
        text(html, "Runtime " + Tree.text(spec.runtime(), "metadata", "name"), spec.runtime(), false);
        spec.objects().forEach(object -> became(html, object));
        difference(html);
    }

    private static void text(Html html, String title, Map<String, Object> tree, boolean open) {
        if (tree.isEmpty()) {
            return;
        }
        details(html, title, open).open("pre", "class", "spec");
        TracedYaml.of(SecretMask.mask(tree)).forEach(line -> html.element("span", line.text()));
        html.close().close().line();
    }

    private void became(Html html, Map<String, Object> object) {
        String kind = String.valueOf(object.getOrDefault("kind", "object"));
        details(html, "Became: " + kind + " " + Tree.text(object, "metadata", "name"), false)
                .open("pre", "class", "spec");
        for (TracedYaml.Line line : TracedYaml.of(SecretMask.mask(object))) {
            html.open("span").text(line.text());
            origin(kind, line.path()).ifPresent(from -> html.element("span", "   # " + from, "class", "from"));
            html.close();
        }
        html.close().close().line();
    }

    /** Who set a field, or the nearest one around it. */
    private Optional<String> origin(String kind, String path) {
        for (String at = path; ; at = shorter(at)) {
            String found = spec.origins().get(kind + "/" + at);
            if (found != null) {
                return Optional.of(found);
            }
            if (at.isEmpty()) {
                return Optional.empty();
            }
        }
    }

    private static String shorter(String path) {
        int end = Math.max(path.lastIndexOf('.'), path.lastIndexOf('['));
        return end < 0 ? "" : path.substring(0, end);
    }

    private void difference(Html html) {
        Map<String, Object> before = Tree.child(SecretMask.mask(spec.runtime()), "spec", "template", "spec");
        Map<String, Object> after = spec.objects().stream()
                .filter(object -> "JobSet".equals(object.get("kind")))
                .findFirst()
                .map(jobSet -> Tree.child(SecretMask.mask(jobSet), "spec"))
                .orElse(Map.of());
        if (before.isEmpty() || after.isEmpty()) {
            return;
        }
        details(html, "What differs between the runtime's template and the JobSet", true)
                .open("pre", "class", "spec");
        difference(TracedYaml.sorted(before), TracedYaml.sorted(after)).forEach(delta -> lines(html, delta));
        html.close().close().line();
    }

    /** Of longer texts, all old lines and then all new ones: to compare them would take seconds. */
    private static List<AbstractDelta<String>> difference(List<String> before, List<String> after) {
        return before.size() > MAX_LINES || after.size() > MAX_LINES
                ? List.of(new ChangeDelta<>(new Chunk<>(0, before), new Chunk<>(0, after)))
                : DiffUtils.diff(before, after, true).getDeltas();
    }

    private static void lines(Html html, AbstractDelta<String> delta) {
        if (delta.getType() == DeltaType.EQUAL) {
            delta.getSource().getLines().forEach(line -> html.element("span", "  " + line));
            return;
        }
        delta.getSource().getLines().forEach(line -> html.element("span", "- " + line, "class", "del"));
        delta.getTarget().getLines().forEach(line -> html.element("span", "+ " + line, "class", "add"));
    }

    private static Html details(Html html, String title, boolean open) {
        if (open) {
            html.open("details", "open", "");
        } else {
            html.open("details");
        }
        return html.element("summary", title);
    }
}

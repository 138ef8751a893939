package io.trainyard.launcher.documents;

import static io.trainyard.launcher.documents.ReferencePage.code;
import static io.trainyard.launcher.documents.ReferencePage.ofJavadoc;
import static io.trainyard.launcher.documents.ReferencePage.plain;
import static io.trainyard.launcher.documents.ReferencePage.sentence;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import io.trainyard.core.view.Cause;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Makes the page of events of the places in the code that write them: their reasons, types and texts. */
final class EventsReference {
    /** Types that hold the reason and the text of a warning. */
    private static final Set<String> WARNINGS = Set.of("WarningEvent", "CompiledJob.Warning", "Warning");

    private static final Map<String, String> SEVERITIES = Map.of(
            "warning", "Warning", "notice", "Warning", "normal", "Normal", "routine", "Normal, with `events: All`");

    private final JavaSources sources;
    private final Map<String, Event> ofTrainJobs = new TreeMap<>();
    private final Map<String, Event> ofPlugins = new TreeMap<>();
    private final Map<String, Event> ofTheController = new TreeMap<>();

    /** What is known of the events of one reason. */
    private static final class Event {
        private final Set<String> types = new TreeSet<>();
        private final Set<String> texts = new LinkedHashSet<>();
        private final Set<String> plugins = new TreeSet<>();
    }

    private EventsReference() throws IOException {
        List<String> folders = new ArrayList<>(List.of(JavaSources.main("core"), JavaSources.main("spi")));
        JavaSources.modules("plugins-").stream()
                .filter(module -> !module.equals("plugins-tck"))
                .map(JavaSources::main)
                .forEach(folders::add);
        sources = new JavaSources(folders);
        for (CompilationUnitTree unit : sources.units()) {
            new Scan(JavaSources.module(unit)).scan(unit, null);
        }
    }

    static String page() throws IOException {
        return new EventsReference().write();
    }

    private String write() {
        ReferencePage page = new ReferencePage("Events", "the code that writes events");
        page.paragraph(
                "`kubectl describe trainjob NAME` shows the events of a TrainJob, `trainyard why NAME` what they come to."
                        + " In the texts `…` stands for a name or a number. [`trainyard.events`](configuration.md) decides whether"
                        + " routine events are written.");
        page.heading(2, "Events of TrainJobs");
        page.table(List.of("Reason", "Type", "Text"), rows(ofTrainJobs, false));
        page.heading(2, "While a TrainJob waits");
        page.paragraph(
                "The controller looks at a TrainJob whose pods do not run, and tells what it finds with type Warning."
                        + " The same word is the value of `kind` in the JSON of `trainyard why`.");
        page.table(
                List.of("Reason", "When"),
                Arrays.stream(Cause.Kind.values())
                        .filter(Cause.Kind::isProblem)
                        .filter(kind -> kind != Cause.Kind.NOT_RECONCILED)
                        .map(kind -> List.of(
                                code(kind.reason()), sentence(ofJavadoc(sources.comment("Cause.Kind." + kind.name())))))
                        .sorted((one, two) -> one.get(0).compareTo(two.get(0)))
                        .toList());
        page.heading(2, "Events of TrainJobs by plugins");
        page.paragraph("A plugin of a vendor adds its own.");
        page.table(List.of("Reason", "Type", "Plugins", "Text"), rows(ofPlugins, true));
        page.heading(2, "Events of other objects");
        page.paragraph(
                "They are about objects that the controller keeps: its Lease, its Secret of certificates, the webhook"
                        + " configurations.");
        page.table(List.of("Reason", "Type", "Text"), rows(ofTheController, false));
        return page.toString();
    }

    private static List<List<String>> rows(Map<String, Event> events, boolean withPlugins) {
        List<List<String>> rows = new ArrayList<>();
        events.forEach((reason, event) -> {
            List<String> row = new ArrayList<>(List.of(code(reason), String.join("; ", event.types)));
            if (withPlugins) {
                row.add(String.join(", ", event.plugins));
            }
            row.add(String.join("<br>", event.texts));
            rows.add(row);
        });
        return rows;
    }

    /** Finds the places that write events in one file. */
    private final class Scan extends TreeScanner<Void, Void> {
        private final String module;
        private final Deque<String> types = new ArrayDeque<>();
        private Map<String, ExpressionTree> variables = new HashMap<>();

        Scan(String module) {
            this.module = module;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
            types.push(JavaSources.nested(types.peek(), type));
            super.visitClass(type, unused);
            types.pop();
            return null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
            variables = new HashMap<>();
            return super.visitMethod(method, unused);
        }

        @Override
        public @Nullable Void visitVariable(VariableTree variable, @Nullable Void unused) {
            if (variable.getInitializer() != null) {
                variables.put(variable.getName().toString(), variable.getInitializer());
            }
            return super.visitVariable(variable, unused);
        }

        @Override
        public @Nullable Void visitMethodInvocation(MethodInvocationTree call, @Nullable Void unused) {
            List<? extends ExpressionTree> arguments = call.getArguments();
            if (call.getMethodSelect() instanceof MemberSelectTree select) {
                String owner = select.getExpression().toString();
                String type = SEVERITIES.get(select.getIdentifier().toString());
                if (type != null && owner.equals("EventDraft")) {
                    add(ofTrainJobs, type, arguments.get(0), arguments.get(1));
                } else if (type != null && owner.equals("events") && arguments.size() == 3) {
                    add(ofTheController, type, arguments.get(1), arguments.get(2));
                }
            } else if (call.getMethodSelect() instanceof IdentifierTree name
                    && name.getName().contentEquals("warn")
                    && arguments.size() == 2) {
                add(ofTrainJobs, "Warning", arguments.get(0), arguments.get(1));
            }
            return super.visitMethodInvocation(call, unused);
        }

        @Override
        public @Nullable Void visitNewClass(NewClassTree made, @Nullable Void unused) {
            List<? extends ExpressionTree> arguments = made.getArguments();
            String type = made.getIdentifier().toString();
            Map<String, Event> events = module.startsWith("plugins-") ? ofPlugins : ofTrainJobs;
            if (WARNINGS.contains(type) && arguments.size() == 2) {
                add(events, "Warning", arguments.get(0), arguments.get(1));
            } else if (type.equals("Creation") && arguments.size() == 3) {
                add(events, "Warning", arguments.get(2), null);
            }
            return super.visitNewClass(made, unused);
        }

        private void add(Map<String, Event> events, String type, Tree reason, @Nullable Tree text) {
            String word = sources.text(reason, types.peek(), variables);
            if (word.contains(JavaSources.UNKNOWN)) {
                // Hands on what another place decides.
                return;
            }
            Event event = events.computeIfAbsent(word, unknown -> new Event());
            event.types.add(type);
            if (module.startsWith("plugins-")) {
                event.plugins.add(module.substring("plugins-".length()));
            }
            String told = text == null
                    ? "Another object has the name of one that the TrainJob needs: …"
                    : sources.text(text, types.peek(), variables);
            event.texts.add(
                    told.equals(JavaSources.UNKNOWN)
                            ? sentence(ofJavadoc(comment(reason))
                                    .replaceFirst("^Reason of (?:the events about )?", "")
                                    .replaceFirst(" Pure\\.$", ""))
                            : plain(told));
            event.texts.remove("");
        }

        /** What is said of the constant that holds the reason, or else of its class. */
        private String comment(Tree reason) {
            String name = reason.toString();
            String constant = name.contains(".") ? name : JavaSources.nearest(types.peek(), name, sources::comment);
            String comment = sources.comment(constant);
            return comment.endsWith("about them.")
                    ? sources.comment(constant.substring(0, constant.lastIndexOf('.')))
                    : comment;
        }
    }
}

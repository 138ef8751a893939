package io.trainyard.foundation.yaml;

import io.trainyard.foundation.field.FieldPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reads one YAML stream. Works on the parser's events rather than on a library's values, because those would apply the scalar rules of YAML
 * 1.1 and forget positions.
 */
final class YamlEvents {
    private static final String TAG_PREFIX = "tag:yaml.org,2002:";
    private static final int MAX_SHOWN = 50;

    private final String source;
    private final String text;
    private final ParserImpl parser;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Anchor> anchors = new HashMap<>();
    private int values;
    private long characters;
    private int repeated;

    private YamlEvents(String source, String text) {
        this.source = source;
        this.text = text;
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(Integer.MAX_VALUE);
        this.parser = new ParserImpl(new StreamReader(text), options);
    }

    static Documents read(String source, String text) {
        if (text.length() > YamlLimits.MAX_CHARACTERS) {
            return Documents.unreadable(Problem.of(source, YamlLimits.TOO_LONG));
        }
        return new YamlEvents(source, text).stream();
    }

    private Documents stream() {
        List<Document> documents = new ArrayList<>();
        try {
            next(); // Start of the stream.
            while (next().is(Event.ID.DocumentStart)) {
                anchors.clear();
                TreeBuilder root = value(next(), FieldPath.ROOT, 0);
                next(); // End of the document.
                if (root.value() != null) {
                    documents.add(new Document(source, root.value(), root.positions()));
                }
            }
        } catch (Rejected rejected) {
            problems.add(ofTemplate(rejected.problem));
        } catch (YAMLException broken) {
            problems.add(ofTemplate(syntax(broken)));
        }
        return new Documents(documents, problems);
    }

    private TreeBuilder value(Event event, FieldPath path, int depth) {
        checkDepth(depth, event.getStartMark(), path);
        if (event instanceof AliasEvent alias) {
            return alias(alias, path, depth);
        }
        String anchor = ((NodeEvent) event).getAnchor();
        if (anchor != null) {
            anchors.put(anchor, Anchor.UNFINISHED);
        }
        int valuesBefore = values;
        long charactersBefore = characters;
        count(1, event.getStartMark(), path);
        TreeBuilder built;
        if (event instanceof ScalarEvent scalar) {
            Mark mark = scalar.getStartMark();
            characters += scalar.getValue().length();
            built = new TreeBuilder(
                    scalar(scalar, path), Positions.scalar(line(mark), column(mark), scalar.getValue()));
        } else if (event instanceof SequenceStartEvent) {
            built = sequence(event, path, depth);
        } else {
            built = mapping((MappingStartEvent) event, path, depth);
        }
        if (anchor != null) {
            anchors.put(anchor, new Anchor(built, values - valuesBefore, characters - charactersBefore));
        }
        return built;
    }

    private void checkDepth(int depth, Mark mark, FieldPath path) {
        if (depth > YamlLimits.MAX_DEPTH) {
            throw rejected(mark, path, YamlLimits.TOO_DEEP);
        }
    }

    private TreeBuilder alias(AliasEvent event, FieldPath path, int depth) {
        Anchor anchor = anchors.get(event.getAnchor());
        if (anchor == null) {
            throw rejected(
                    event.getStartMark(), path, "*" + event.getAnchor() + " refers to an anchor that does not exist");
        }
        if (anchor.target == null) {
            throw rejected(event.getStartMark(), path, "*" + event.getAnchor() + " contains itself");
        }
        // What was written once counts as often as it is used, or a few lines could grow without end.
        checkDepth(depth + anchor.target.height(), event.getStartMark(), path);
        if (anchor.values > YamlLimits.MAX_REPEATED_VALUES - repeated
                || anchor.characters > YamlLimits.MAX_CHARACTERS - characters) {
            throw rejected(event.getStartMark(), path, YamlLimits.TOO_MUCH_REPEATED);
        }
        repeated += anchor.values;
        characters += anchor.characters;
        count(anchor.values, event.getStartMark(), path);
        return anchor.target;
    }

    private TreeBuilder sequence(Event start, FieldPath path, int depth) {
        Mark mark = start.getStartMark();
        TreeBuilder.Sequence sequence = new TreeBuilder.Sequence(line(mark), column(mark));
        for (Event event = next(); !event.is(Event.ID.SequenceEnd); event = next()) {
            sequence.add(value(event, path.item(sequence.size()), depth + 1));
        }
        return sequence.build();
    }

    private TreeBuilder mapping(MappingStartEvent start, FieldPath path, int depth) {
        Mark mark = start.getStartMark();
        TreeBuilder.Mapping mapping = new TreeBuilder.Mapping(line(mark), column(mark));
        List<TreeBuilder> merged = new ArrayList<>();
        for (Event event = next(); !event.is(Event.ID.MappingEnd); event = next()) {
            Mark keyMark = event.getStartMark();
            String key = key(event, path, depth + 1);
            FieldPath field = path.field(key);
            TreeBuilder value = value(next(), field, depth + 1);
            if (isMerge(event)) {
                collectMerged(value, merged, keyMark, field);
            } else if (mapping.lineOf(key) > 0) {
                problems.add(problem(keyMark, field, "given twice; first on line " + mapping.lineOf(key)));
            } else {
                mapping.put(key, value, line(keyMark), column(keyMark));
            }
        }
        merged.forEach(mapping::putMissing);
        return mapping.build();
    }

    private void collectMerged(TreeBuilder value, List<TreeBuilder> merged, Mark mark, FieldPath path) {
        if (value.value() instanceof Map) {
            merged.add(value);
        } else if (value.value() instanceof List<?> list && list.stream().allMatch(Map.class::isInstance)) {
            for (int i = 0; i < list.size(); i++) {
                merged.add(value.item(i));
            }
        } else {
            throw rejected(mark, path, "only a mapping, or a list of mappings, can be merged");
        }
    }

    private String key(Event event, FieldPath path, int depth) {
        if (event instanceof ScalarEvent scalar) {
            characters += scalar.getValue().length();
            return scalar.getValue();
        }
        String text = event instanceof AliasEvent alias
                ? alias(alias, path, depth).positions().text()
                : null;
        if (text != null) {
            return text;
        }
        throw rejected(event.getStartMark(), path, "a key must be plain text");
    }

    private static boolean isMerge(Event key) {
        return key instanceof ScalarEvent scalar
                && scalar.isPlain()
                && scalar.getValue().equals("<<");
    }

    private @Nullable Object scalar(ScalarEvent event, FieldPath path) {
        String value = event.getValue();
        String tag = event.getTag();
        if (tag == null) {
            return event.isPlain() ? resolve(event, path) : value;
        }
        String type = tag.startsWith(TAG_PREFIX) ? tag.substring(TAG_PREFIX.length()) : tag;
        return switch (type) {
            case "!", "str", "binary", "timestamp" -> value;
            case "null", "bool", "int", "float" -> resolve(event, path);
            default -> {
                problems.add(problem(event.getStartMark(), path, "the tag " + tag + " is not supported"));
                yield value;
            }
        };
    }

    private @Nullable Object resolve(ScalarEvent event, FieldPath path) {
        try {
            return PlainScalars.resolve(event.getValue());
        } catch (NumberFormatException impossible) {
            problems.add(problem(
                    event.getStartMark(), path, shown(event.getValue()) + " is no number: " + impossible.getMessage()));
            return event.getValue();
        }
    }

    private static String shown(String number) {
        return number.length() <= MAX_SHOWN ? number : number.substring(0, MAX_SHOWN) + "…";
    }

    private Event next() {
        return parser.getEvent();
    }

    private void count(int more, Mark mark, FieldPath path) {
        if (more > YamlLimits.MAX_VALUES - values) {
            throw rejected(mark, path, YamlLimits.TOO_MANY_VALUES);
        }
        values += more;
    }

    /** In a template nothing else is worth telling. */
    private Problem ofTemplate(Problem problem) {
        int line = problem.location().line();
        return text.lines()
                        .skip(Math.max(line - 1, 0))
                        .findFirst()
                        .filter(ChartTemplate::isIn)
                        .isPresent()
                ? new Problem(problem.location(), "", ChartTemplate.ADVICE)
                : problem;
    }

    private Problem syntax(YAMLException broken) {
        if (broken instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            String context = marked.getContext() == null ? "" : " (" + marked.getContext() + ")";
            return problem(marked.getProblemMark(), FieldPath.ROOT, "not valid YAML: " + marked.getProblem() + context);
        }
        if (broken instanceof ReaderException unprintable) {
            int line = 1;
            int column = 1;
            for (int i = 0; i < Math.min(unprintable.getPosition(), text.length()); i++) {
                column = text.charAt(i) == '\n' ? 1 : column + 1;
                line += text.charAt(i) == '\n' ? 1 : 0;
            }
            String character = String.format("U+%04X", unprintable.getCodePoint());
            return new Problem(
                    new Location(source, line, column), "", "the character " + character + " is not allowed in YAML");
        }
        return Problem.of(source, "not valid YAML: " + broken.getMessage());
    }

    private Problem problem(Mark mark, FieldPath path, String message) {
        return new Problem(new Location(source, line(mark), column(mark)), path.text(), message);
    }

    private Rejected rejected(Mark mark, FieldPath path, String message) {
        return new Rejected(problem(mark, path, message));
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }

    private static int column(Mark mark) {
        return mark.getColumn() + 1;
    }

    /**
     * A value that may be used again.
     *
     * @param target the value; null while it is being read
     * @param values how many values it consists of, aliases expanded
     * @param characters how long the texts in it are together, aliases expanded
     */
    private record Anchor(@Nullable TreeBuilder target, int values, long characters) {
        static final Anchor UNFINISHED = new Anchor(null, 0, 0);
    }

    /** The rest of the stream makes no sense after this. */
    private static final class Rejected extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Problem problem;

        Rejected(Problem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }
}

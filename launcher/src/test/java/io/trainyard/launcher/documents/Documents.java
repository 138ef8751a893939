package io.trainyard.launcher.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages for people who use Trainyard. Where a command stands says whose it is: the index of the documentation lists pages by reader, and a section "For
 * operators" is for platform engineers wherever it stands.
 */
public final class Documents {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String FOR_OPERATORS = "For operators";
    private static final String INDEX = "docs/README.md";
    private static final Pattern LINK = Pattern.compile("\\]\\(([\\w/-]+)(?:\\.md)?\\)");
    private static final Pattern IN_TEXT = Pattern.compile("`(?:\\./)?((?:kubectl|trainyard)\\s[^`]+)`");
    private static final Pattern IN_BLOCK = Pattern.compile("(?: {4,}|\\$ )(?:\\./)?((?:kubectl|trainyard) .*)");
    private static final String NEXT = "\\s+(?:;|&&|\\||&)\\s*|;\\s+(?=kubectl|trainyard|\\./trainyard)";

    private Documents() {}

    /** Pages for those who have rights in a namespace, from the root of the repository; not those about the reader's own machine. */
    public static List<String> forDataScientists() {
        Set<String> pages = linked(section("For data scientists"));
        // There the reader is the administrator of what "trainyard run", "trainyard up" and kind start.
        pages.removeAll(List.of(
                "docs/start/laptop.md", "docs/start/kind.md", "docs/guides/laptop.md", "docs/guides/local-cluster.md"));
        return List.copyOf(pages);
    }

    /** All pages that the index names for somebody. */
    static Set<String> listed() {
        return linked(read(INDEX));
    }

    private static String section(String heading) {
        String index = read(INDEX) + "\n## ";
        int begin = index.indexOf("\n## " + heading + "\n") + 1;
        return index.substring(begin, index.indexOf("\n## ", begin));
    }

    private static Set<String> linked(String text) {
        Set<String> pages = new TreeSet<>();
        Matcher link = LINK.matcher(text);
        while (link.find()) {
            pages.addAll(pagesOf("docs/" + link.group(1)));
        }
        return pages;
    }

    /** A page, or those of a folder. */
    private static List<String> pagesOf(String name) {
        if (!Files.isDirectory(ROOT.resolve(name))) {
            return List.of(name + ".md");
        }
        try (Stream<Path> files = Files.list(ROOT.resolve(name))) {
            return files.map(file -> ROOT.relativize(file).toString())
                    .filter(file -> file.endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All commands of a page, in its order, those within sentences after those that stand for themselves. */
    public static List<DocumentedCommand> commandsOf(String page) {
        List<DocumentedCommand> commands = new ArrayList<>();
        StringBuilder prose = new StringBuilder();
        StringBuilder fenced = new StringBuilder();
        String section = "";
        String jobFile = "";
        boolean inFence = false;
        for (String line : read(page).replace("\\\n", " ").split("\n")) {
            if (line.startsWith("```")) {
                jobFile = inFence && fenced.toString().contains("kind: TrainJob") ? fenced.toString() : jobFile;
                fenced.setLength(0);
                inFence = !inFence;
            } else if (!inFence && line.startsWith("#")) {
                addInText(commands, page, section, prose, jobFile);
                section = line.replaceFirst("^#+ ", "");
            } else {
                Matcher command = IN_BLOCK.matcher(line);
                if (command.matches()) {
                    add(commands, page, section, command.group(1).replaceFirst("\\s+#.*", ""), jobFile);
                } else if (!inFence && !line.startsWith("    ")) {
                    prose.append(line).append('\n');
                }
                fenced.append(line).append('\n');
            }
        }
        addInText(commands, page, section, prose, jobFile);
        return commands;
    }

    /** Those of them that are for people with rights in a namespace. */
    public static List<DocumentedCommand> commandsForDataScientists(String page) {
        return commandsOf(page).stream()
                .filter(command -> !command.section().equals(FOR_OPERATORS))
                .toList();
    }

    /** Those of a section. */
    public static List<DocumentedCommand> commandsOf(String page, String section) {
        return commandsOf(page).stream()
                .filter(command -> command.section().equals(section))
                .toList();
    }

    /** A span of a program and one more word names a command and is none; so does one that ends with an option without its value. */
    private static void addInText(
            List<DocumentedCommand> commands, String page, String section, StringBuilder prose, String jobFile) {
        Matcher span = IN_TEXT.matcher(prose);
        while (span.find()) {
            String text = span.group(1).replaceAll("\\s+", " ");
            if (text.split(" ").length > 2 && !text.matches(".* -[a-z]")) {
                add(commands, page, section, text, jobFile);
            }
        }
        prose.setLength(0);
    }

    private static void add(
            List<DocumentedCommand> commands, String page, String section, String text, String jobFile) {
        Arrays.stream(text.split(NEXT))
                .map(each -> each.replaceFirst("^\\./", "").strip())
                .filter(each -> each.startsWith("kubectl ") || each.startsWith("trainyard "))
                .forEach(each -> commands.add(new DocumentedCommand(page, section, each, jobFile)));
    }

    private static String read(String page) {
        try {
            return Files.readString(ROOT.resolve(page));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every page in Markdown that users read. */
    public static List<String> all() {
        List<String> pages =
                new ArrayList<>(List.of("README.md", "CONTRIBUTING.md", "examples/README.md", "deploy/README.md"));
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            files.map(file -> ROOT.relativize(file).toString())
                    .filter(file -> file.endsWith(".md"))
                    .filter(file -> !file.startsWith("docs/spec/") && !file.startsWith("docs/contribute/design/"))
                    .sorted()
                    .forEach(pages::add);
            return pages;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.trainyard.launcher.documents;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A page in Markdown while it is written. */
final class ReferencePage {
    private static final int WIDTH = 100;
    private static final Pattern CODE_SPANS = Pattern.compile("(`[^`]*`)|([^`]+|`)");
    private static final Pattern JAVADOC_TAG = Pattern.compile("\\{@(?:code|link|linkplain|value) ([^}]*)}");

    private final StringBuilder text = new StringBuilder();

    /**
     * @param source what the page is made of, for those who open it as text
     */
    ReferencePage(String title, String source) {
        text.append("<!-- ReferencePagesTest makes this page of ")
                .append(source)
                .append(".\n     Write it again with -Dreference.update=true. -->\n\n# ")
                .append(title)
                .append('\n');
    }

    /** Begins a part of the page, of level 2 or below. */
    ReferencePage heading(int level, String title) {
        text.append('\n').append("#".repeat(level)).append(' ').append(title).append('\n');
        return this;
    }

    /** A paragraph, in lines of 100 columns. */
    ReferencePage paragraph(String paragraph) {
        int column = 0;
        for (String word : paragraph.split(" ")) {
            boolean fits = column > 0 && column + 1 + word.length() <= WIDTH;
            text.append(fits ? ' ' : '\n').append(word);
            column = fits ? column + 1 + word.length() : word.length();
        }
        text.append('\n');
        return this;
    }

    /** A block that is shown as it is. */
    ReferencePage block(String content) {
        text.append("\n```text\n").append(content).append("\n```\n");
        return this;
    }

    /** A table, unless it has no rows. Cells are Markdown. */
    ReferencePage table(List<String> columns, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        text.append('\n');
        row(columns);
        row(IntStream.range(0, columns.size()).mapToObj(column -> "---").toList());
        rows.forEach(this::row);
        return this;
    }

    private void row(List<String> cells) {
        text.append(cells.stream()
                .map(cell -> cell.replace("\n", " ").replace("|", "\\|"))
                .collect(Collectors.joining(" | ", "| ", " |\n")));
    }

    /** Text as code; nothing of nothing. */
    static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    /** Text of a program in a page: what would be markup is written so that it is shown. */
    static String plain(String text) {
        return CODE_SPANS
                .matcher(text.replaceAll("\\s+", " ").strip())
                .replaceAll(part -> java.util.regex.Matcher.quoteReplacement(
                        part.group(1) != null
                                ? part.group(1)
                                : part.group(2).replace("<", "&lt;").replace("*", "\\*")));
    }

    /** The same of a Javadoc comment. */
    static String ofJavadoc(String comment) {
        String code = JAVADOC_TAG
                .matcher(comment)
                .replaceAll(tag -> java.util.regex.Matcher.quoteReplacement("`" + tag.group(1) + "`"));
        return plain(code.replace("<p>", " "));
    }

    /** A sentence that begins with a capital letter and ends with a stop. */
    static String sentence(String text) {
        if (text.isEmpty()) {
            return text;
        }
        String begun = Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return begun.endsWith(".") || begun.endsWith("?") ? begun : begun + ".";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

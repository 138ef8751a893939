package io.trainyard.spi.framework;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Splits the script of a shell into its simple commands and these into words. Knows quotes, escapes, comments, substitutions and here-documents; everything
 * else, such as functions and loops, is just words. Variables stay as they are written.
 */
final class ShellScript {
    private static final LinearPattern HERE_DOCUMENT =
            LinearPattern.of("(?:^|[^<])<<(-?)\\s*(?:'([^'\\n]+)'|\"([^\"\\n]+)\"|([A-Za-z_][A-Za-z0-9_]*))");

    private final String text;
    private final Deque<String> documents;
    private final List<Command> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private Optional<String> input = Optional.empty();
    private boolean inWord;
    private int position;

    private ShellScript(String text, Deque<String> documents) {
        this.text = text;
        this.documents = documents;
    }

    /**
     * A simple command.
     *
     * @param words at least one
     * @param input the here-document that it reads
     */
    record Command(List<String> words, Optional<String> input) {}

    /** The simple commands in the order of the text. */
    static List<Command> commands(String script) {
        Deque<String> documents = new ArrayDeque<>();
        ShellScript reader = new ShellScript(withoutHereDocuments(script, documents), documents);
        reader.read();
        return reader.commands;
    }

    /** The script without the texts that it feeds to programs, which are collected. */
    private static String withoutHereDocuments(String script, Deque<String> documents) {
        StringBuilder rest = new StringBuilder(script.length());
        StringBuilder document = new StringBuilder();
        List<String> ends = new ArrayList<>();
        for (String line : script.split("\n", -1)) {
            if (!ends.isEmpty()) {
                if (line.strip().equals(ends.get(0))) {
                    ends.remove(0);
                    documents.add(document.toString());
                    document.setLength(0);
                } else {
                    document.append(line).append('\n');
                }
                continue;
            }
            Matcher start = HERE_DOCUMENT.matcher(line);
            while (start.find()) {
                ends.add(
                        start.group(2) != null
                                ? start.group(2)
                                : start.group(3) != null ? start.group(3) : start.group(4));
            }
            rest.append(line).append('\n');
        }
        return rest.toString();
    }

    private void read() {
        while (position < text.length()) {
            char c = text.charAt(position++);
            switch (c) {
                case '\'' -> quoted();
                case '"' -> doubleQuoted();
                case '\\' -> escaped();
                case '$' -> dollar();
                case '#' -> comment();
                case ' ', '\t', '\r' -> endWord();
                case ';', '&', '|', '\n', '(', ')' -> endCommand();
                case '<', '>' -> redirection();
                default -> add(c);
            }
        }
        endCommand();
    }

    private void add(char c) {
        word.append(c);
        inWord = true;
    }

    private void quoted() {
        inWord = true;
        int end = text.indexOf('\'', position);
        int stop = end < 0 ? text.length() : end;
        word.append(text, position, stop);
        position = Math.min(stop + 1, text.length());
    }

    private void doubleQuoted() {
        inWord = true;
        while (position < text.length() && text.charAt(position) != '"') {
            char c = text.charAt(position++);
            if (c == '\\' && position < text.length() && "\"\\$`\n".indexOf(text.charAt(position)) >= 0) {
                char next = text.charAt(position++);
                if (next != '\n') {
                    word.append(next);
                }
            } else {
                word.append(c);
            }
        }
        position++;
    }

    private void escaped() {
        if (position < text.length()) {
            char next = text.charAt(position++);
            if (next != '\n') {
                add(next);
            }
        }
    }

    /** What a substitution contains is not looked at, but belongs to the word. */
    private void dollar() {
        add('$');
        int depth = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (depth == 0 && c != '(') {
                return;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            add(c);
            position++;
            if (depth == 0) {
                return;
            }
        }
    }

    private void comment() {
        if (inWord) {
            add('#');
            return;
        }
        int end = text.indexOf('\n', position);
        position = end < 0 ? text.length() : end;
    }

    /** Drops a redirection and where it leads to. */
    private void redirection() {
        if (inWord && word.chars().allMatch(Character::isDigit)) {
            word.setLength(0);
            inWord = false;
        }
        endWord();
        if (text.startsWith("<<", position - 1) && !text.startsWith("<<<", position - 1)) {
            input = Optional.ofNullable(documents.poll());
        }
        while (position < text.length() && "<>&-".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        while (position < text.length() && " \t".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        while (position < text.length() && " \t\r\n;|&<>()".indexOf(text.charAt(position)) < 0) {
            switch (text.charAt(position++)) {
                case '\'' -> quoted();
                case '"' -> doubleQuoted();
                case '\\' -> escaped();
                default -> {}
            }
        }
        word.setLength(0);
        inWord = false;
    }

    private void endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
    }

    private void endCommand() {
        endWord();
        if (!words.isEmpty()) {
            commands.add(new Command(words, input));
            words = new ArrayList<>();
            input = Optional.empty();
        }
    }
}

package io.trainyard.launcher.program;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Splits Python into statements, each as its words and signs, without comments and texts. Takes whatever a file holds: what is no Python yields
 * statements that mean nothing, and never a failure. Takes time in proportion to the text.
 */
final class PythonStatements {
    /** Stands for a text: what it says is no code. */
    static final String TEXT = "\"";

    private static final int MAX_WORDS = 2_000;

    private final String code;
    private final BiConsumer<Integer, List<String>> statements;
    private List<String> words = new ArrayList<>();
    private int indentation;
    private int depth;
    private int at;

    private PythonStatements(String code, BiConsumer<Integer, List<String>> statements) {
        this.code = code;
        this.statements = statements;
    }

    /**
     * Reads code.
     *
     * @param statements is given each line of the grammar, with the width of its indentation; several statements on one line come together
     */
    static void read(String code, BiConsumer<Integer, List<String>> statements) {
        PythonStatements reader = new PythonStatements(code, statements);
        reader.indent();
        while (reader.at < code.length()) {
            reader.step();
        }
        reader.end();
    }

    private void step() {
        char c = code.charAt(at);
        if (c == '#') {
            skipComment();
        } else if (c == '\n' || c == '\r') {
            at++;
            if (depth == 0) {
                end();
                indent();
            }
        } else if (c == '\\') {
            continueLine();
        } else if (c == '"' || c == '\'') {
            skipText(c);
            add(TEXT);
        } else if (isWord(c)) {
            word();
        } else {
            sign(c);
            at++;
        }
    }

    private void skipComment() {
        while (at < code.length() && !isLineEnd(code.charAt(at))) {
            at++;
        }
    }

    private void continueLine() {
        at++;
        if (at < code.length() && code.charAt(at) == '\r') {
            at++;
        }
        if (at < code.length() && code.charAt(at) == '\n') {
            at++;
        }
    }

    private void word() {
        int start = at;
        while (at < code.length() && isWord(code.charAt(at))) {
            at++;
        }
        String word = code.substring(start, at);
        boolean prefix = at < code.length()
                && (code.charAt(at) == '"' || code.charAt(at) == '\'')
                && word.length() <= 2
                && word.chars().allMatch(c -> "rbfutRBFUT".indexOf(c) >= 0);
        if (prefix) {
            return;
        }
        // Nothing but a bracket that was never closed puts this word inside of one: the file is broken there, what
        // follows may still be read.
        if (depth > 0 && (word.equals("import") || isStart(word, start))) {
            depth = 0;
            recover(word);
        }
        add(word);
    }

    /** Words that begin a statement and nothing else, at the beginning of a line. */
    private boolean isStart(String word, int start) {
        boolean begins = start == 0 || isLineEnd(code.charAt(start - 1));
        return begins && (word.equals("def") || word.equals("class"));
    }

    /** Ends what was left open; {@code from x} before the word belongs to it. */
    private void recover(String word) {
        int last = words.lastIndexOf("from");
        List<String> kept = word.equals("import") && last >= 0 && last >= words.size() - 8
                ? new ArrayList<>(words.subList(last, words.size()))
                : new ArrayList<>();
        words = new ArrayList<>(words.subList(0, words.size() - kept.size()));
        end();
        words = kept;
        indentation = 0;
    }

    private void sign(char c) {
        if (c == '(' || c == '[' || c == '{') {
            depth++;
        } else if (c == ')' || c == ']' || c == '}') {
            depth = Math.max(0, depth - 1);
        }
        if (c > ' ') {
            // A colon in brackets is a slice or an entry, not the beginning of a block.
            add(depth > 0 && (c == ':' || c == ';') ? "," : String.valueOf(c));
        }
    }

    private void skipText(char quote) {
        boolean tripled = at + 2 < code.length() && code.charAt(at + 1) == quote && code.charAt(at + 2) == quote;
        at += tripled ? 3 : 1;
        while (at < code.length()) {
            char c = code.charAt(at);
            if (c == '\\') {
                at += 2;
            } else if (c == quote && (!tripled || closes(quote))) {
                at += tripled ? 3 : 1;
                return;
            } else if (!tripled && isLineEnd(c)) {
                // Was never closed; Python stops here, too.
                return;
            } else {
                at++;
            }
        }
        at = Math.min(at, code.length());
    }

    private boolean closes(char quote) {
        return at + 2 < code.length() && code.charAt(at + 1) == quote && code.charAt(at + 2) == quote;
    }

    private void add(String word) {
        if (words.size() < MAX_WORDS) {
            words.add(word);
        }
    }

    private void end() {
        if (!words.isEmpty()) {
            statements.accept(indentation, words);
            words = new ArrayList<>();
        }
    }

    private void indent() {
        indentation = 0;
        while (at < code.length() && (code.charAt(at) == ' ' || code.charAt(at) == '\t' || code.charAt(at) == '\f')) {
            char c = code.charAt(at);
            // As Python counts: a tab goes on to the next multiple of eight.
            indentation = c == '\t' ? (indentation / 8 + 1) * 8 : c == ' ' ? indentation + 1 : 0;
            at++;
        }
    }

    private static boolean isWord(char c) {
        return c == '_' || Character.isLetterOrDigit(c);
    }

    private static boolean isLineEnd(char c) {
        return c == '\n' || c == '\r';
    }
}

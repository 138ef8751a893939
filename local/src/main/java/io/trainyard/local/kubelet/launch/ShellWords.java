package io.trainyard.local.kubelet.launch;

import java.util.ArrayList;
import java.util.List;

/** Splits a line into words as a shell does, quotes and backslashes included, but nothing is expanded. */
final class ShellWords {
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean open;

    private ShellWords() {}

    static List<String> split(String line) {
        ShellWords state = new ShellWords();
        char quote = 0;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            boolean escapes = c == '\\' && quote != '\'' && at + 1 < line.length();
            if (escapes) {
                at++;
                state.add(line.charAt(at));
            } else if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                state.open = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                state.endWord();
            } else {
                state.add(c);
            }
        }
        state.endWord();
        return state.words;
    }

    private void add(char c) {
        word.append(c);
        open = true;
    }

    private void endWord() {
        if (open) {
            words.add(word.toString());
        }
        word.setLength(0);
        open = false;
    }
}

package io.trainyard.launcher.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A command line of kubectl or trainyard that a document shows.
 *
 * @param page path of the document, from the root of the repository
 * @param section the heading that it stands under; empty before the first
 * @param text the command line, which begins with the name of the program
 * @param jobFile the last TrainJob in YAML that the page shows before it, which is what the page calls {@code job.yaml}; empty for none
 */
public record DocumentedCommand(String page, String section, String text, String jobFile) {
    /** What documents write in the place of what a reader has to fill in: words in capital letters, and {@code …}. */
    public DocumentedCommand with(Map<String, String> values) {
        String filled = text.replace("…", "x").replaceAll("\\[([^\\]]*)\\]", "$1");
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replaceAll("(?<![A-Za-z_-])" + value.getKey() + "(?![A-Za-z_=-])", value.getValue());
        }
        return new DocumentedCommand(page, section, filled, jobFile);
    }

    /** Its words as a shell would give them to the program, which is the first. */
    public List<String> words() {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean begun = false;
        for (char c : (text + " ").toCharArray()) {
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                begun = true;
            } else if (quote == 0 && c == ' ') {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(c);
                begun = true;
            }
        }
        return words;
    }

    /** The same with one more option, before what belongs to a program that is started. */
    public List<String> withOption(String option) {
        List<String> words = words().stream()
                .takeWhile(word -> !word.equals("<<EOF"))
                .filter(word -> !word.equals("--help"))
                .collect(Collectors.toCollection(ArrayList::new));
        int program = words.indexOf("--");
        words.add(program < 0 ? words.size() : program, option);
        return words;
    }

    public boolean isOf(String program) {
        return text.startsWith(program + " ");
    }

    @Override
    public String toString() {
        return page + ": " + text;
    }
}

package io.trainyard.launcher.program;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Words before a command that start it in an environment, as those of tools that keep packages of a project do. Pure. */
final class Wrapper {
    /** With the word that has to follow; empty where none has to. */
    private static final Map<String, String> TOOLS = Map.ofEntries(
            Map.entry("uv", "run"),
            Map.entry("poetry", "run"),
            Map.entry("pdm", "run"),
            Map.entry("pipenv", "run"),
            Map.entry("pixi", "run"),
            Map.entry("hatch", "run"),
            Map.entry("rye", "run"),
            Map.entry("conda", "run"),
            Map.entry("mamba", "run"),
            Map.entry("micromamba", "run"),
            Map.entry("env", ""),
            Map.entry("nice", ""),
            Map.entry("time", ""));

    private static final Set<String> LAUNCHERS = Set.of("torchrun", "accelerate", "deepspeed");
    private static final Pattern SCRIPT = Pattern.compile(".*\\.(?:py|sh)");

    private Wrapper() {}

    /** Where the command begins that is started so; 0 where these words do not start another one that is known. */
    static int command(List<String> words) {
        @Nullable String follows = TOOLS.get(PythonCall.baseName(words.get(0)));
        if (follows == null
                || (!follows.isEmpty() && (words.size() < 2 || !words.get(1).equals(follows)))) {
            return 0;
        }
        // Options of the tool may have values, so it is the program that is looked for.
        for (int i = follows.isEmpty() ? 1 : 2; i < words.size(); i++) {
            if (isProgram(words.get(i))) {
                return i;
            }
        }
        return 0;
    }

    private static boolean isProgram(String word) {
        String name = PythonCall.baseName(word);
        return !word.startsWith("-")
                && (PythonCall.isInterpreter(name)
                        || MpiWords.isStarter(name)
                        || LAUNCHERS.contains(name)
                        || SCRIPT.matcher(name).matches());
    }
}

package io.trainyard.launcher.program;

import java.util.List;
import java.util.regex.Pattern;

/** Text that Kubernetes hands on as it is: what somebody has typed is no text of a template. Pure. */
public final class LiteralText {
    private static final Pattern SPECIAL = Pattern.compile("\\$(?=[$(])");

    private LiteralText() {}

    /** What a command, an argument or a variable has to say so that the program gets this text, with each dollar that is in it. */
    public static String of(String typed) {
        return SPECIAL.matcher(typed).replaceAll("\\$\\$");
    }

    /** The same for each of these words. */
    public static List<String> of(List<String> typed) {
        return typed.stream().map(LiteralText::of).toList();
    }
}

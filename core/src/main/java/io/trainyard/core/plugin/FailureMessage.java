package io.trainyard.core.plugin;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ServiceConfigurationError;

/** Says in one sentence where and why code of a plugin failed; for classes that do not fit together it says whose class it is. */
final class FailureMessage {
    private static final LinearPattern DOTTED_NAME = LinearPattern.of("[A-Za-z_$][\\w$]*(?:[./][A-Za-z_$][\\w$]*)+");

    private FailureMessage() {}

    /**
     * All of it.
     *
     * @param what what failed, without a colon
     */
    static String of(String what, Throwable failure, PluginCode code) {
        return what + code.place(failure).map(place -> " at " + place).orElse("") + ": "
                + reason(failure, code.loader());
    }

    private static String reason(Throwable failure, ClassLoader loader) {
        boolean wraps = failure instanceof ServiceConfigurationError || failure instanceof ExceptionInInitializerError;
        Throwable cause = wraps && failure.getCause() != null ? failure.getCause() : failure;
        String text = cause.getMessage() == null
                ? cause.getClass().getName()
                : cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return isAboutClasses(cause) && loader instanceof PluginClassLoader plugin
                ? text + " (" + whose(classIn(cause, plugin), plugin) + ")"
                : text;
    }

    private static boolean isAboutClasses(Throwable cause) {
        return cause instanceof LinkageError || cause instanceof ClassNotFoundException;
    }

    /** The first name in the message that is a class somewhere; messages about methods and fields add a member to it. */
    private static String classIn(Throwable cause, PluginClassLoader loader) {
        String message = cause.getMessage() == null ? "" : cause.getMessage();
        Matcher names = DOTTED_NAME.matcher(message);
        String first = "";
        while (names.find()) {
            String name = names.group().replace('/', '.');
            String owner = name.substring(0, name.lastIndexOf('.'));
            for (String candidate : new String[] {name, owner}) {
                if (!candidate.startsWith("java.") && (loader.hasOwn(candidate) || loader.hostHas(candidate))) {
                    return candidate;
                }
            }
            first = first.isEmpty() ? name : first;
        }
        return first;
    }

    private static String whose(String name, PluginClassLoader loader) {
        if (name.isEmpty()) {
            return "classes of the plugin and of Trainyard do not fit together";
        }
        boolean own = loader.hasOwn(name);
        boolean host = loader.hostHas(name);
        if (loader.shares(name)) {
            return host
                    ? name + " is shared with Trainyard, and the plugin was built for another version of it"
                            + (own ? "; the copy in the plugin's jars is not used" : "")
                    : name + " is in a package that is shared with Trainyard, which does not have it";
        }
        if (own) {
            return name + " comes from the plugin's own jars" + (host ? "; the one of Trainyard is not visible" : "");
        }
        return name + " is missing from the plugin's jars"
                + (host ? "; Trainyard has it, but does not share it with plugins" : "");
    }
}

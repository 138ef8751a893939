package io.trainyard.core.plugin;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.Plugin;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A plugin did not do what its contract says. The message names the plugin, the extension point, the first line of the plugin's own code on the stack where
 * there is one, and the cause; it is what people read everywhere.
 */
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The first words of every message, wherever it is quoted. */
    private static final LinearPattern WORDS =
            LinearPattern.of("\\bplugin ([-A-Za-z0-9_.]+) failed(?: in [A-Za-z]+)?(?: at ([^\\s():]+\\([^()]*\\)))?: ");

    private final ContractViolation violation;

    PluginFailure(PluginIdentity plugin, ExtensionPoint point, ContractViolation violation, String problem) {
        this(plugin, point, violation, problem, null);
    }

    PluginFailure(
            PluginIdentity plugin,
            ExtensionPoint point,
            ContractViolation violation,
            String problem,
            @Nullable Throwable cause) {
        this(withHistory(plugin, point, what(plugin.name(), Optional.of(point)) + ": " + problem), violation, cause);
    }

    private PluginFailure(String message, ContractViolation violation, @Nullable Throwable cause) {
        super(message, cause);
        this.violation = violation;
    }

    /** The plugin threw something. */
    static PluginFailure of(PluginIdentity plugin, ExtensionPoint point, Throwable thrown) {
        String text = FailureMessage.of(what(plugin.name(), Optional.of(point)), thrown, plugin.code());
        return new PluginFailure(withHistory(plugin, point, text), ContractViolation.of(thrown), thrown);
    }

    /**
     * What a plugin threw that nobody guards, as the failure that it would be with a guard.
     *
     * @param thrown what came out of one of its methods; returned as it is when a guard has seen it
     */
    public static PluginFailure of(Plugin plugin, Throwable thrown) {
        if (thrown instanceof PluginFailure told) {
            return told;
        }
        PluginCode code = PluginCode.of(plugin.getClass());
        String what = what(String.valueOf(plugin.name()), ExtensionPoint.calledIn(thrown, code));
        return new PluginFailure(FailureMessage.of(what, thrown, code), ContractViolation.of(thrown), thrown);
    }

    private static String what(String plugin, Optional<ExtensionPoint> point) {
        return "plugin " + plugin + " failed"
                + point.map(known -> " in " + known).orElse("");
    }

    private static String withHistory(PluginIdentity plugin, ExtensionPoint point, String text) {
        return plugin.record().keepsFailing(point)
                ? text + " (it keeps failing: tell whoever operates Trainyard)"
                : text;
    }

    /**
     * What to do about a failure that a text tells of.
     *
     * @param text a message of this class, or one that quotes it
     * @return a part of a sentence; empty when the text tells of something else
     */
    public static Optional<String> advice(String text) {
        Matcher words = WORDS.matcher(text);
        if (!words.find()) {
            return Optional.empty();
        }
        String plugin = words.group(1);
        String report = PluginNames.isOwn(plugin)
                ? "report it to the developers of Trainyard"
                : "report it to the vendor of the plugin " + plugin;
        String place = words.group(2);
        return Optional.of(place == null ? report : report + ", or mend " + place + " if the plugin is yours");
    }

    /** What it did. */
    public ContractViolation violation() {
        return violation;
    }
}

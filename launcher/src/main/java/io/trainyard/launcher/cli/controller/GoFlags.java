package io.trainyard.launcher.cli.controller;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Flags as Go programs take them: one dash or two, {@code --name=value} or {@code --name value}, and a boolean that may stand alone
 * but never takes the next word.
 */
public final class GoFlags {
    private GoFlags() {}

    /** The same arguments as picocli takes them: two dashes, and a value for each boolean. */
    public static String[] normalise(CommandSpec command, String[] args) {
        return Arrays.stream(args)
                .map(arg -> arg.matches("-[A-Za-z][\\w-]+(=.*)?") ? "-" + arg : arg)
                .map(arg -> isBoolean(command.findOption(arg)) ? arg + "=true" : arg)
                .toArray(String[]::new);
    }

    private static boolean isBoolean(@Nullable OptionSpec option) {
        return option != null && option.type() == Boolean.class;
    }

    /** What Go takes for a boolean. */
    public static final class BooleanConverter implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String value) {
            return switch (value.toLowerCase(Locale.ROOT)) {
                case "1", "t", "true" -> true;
                case "0", "f", "false" -> false;
                default -> throw new TypeConversionException("must be true or false, not '" + value + "'");
            };
        }
    }
}

package io.trainyard.launcher.cli.controller;

import java.util.ArrayList;
import java.util.List;
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

    /** The same arguments in the one form {@code --name=value}; what is no known flag stays as it is. */
    public static String[] normalise(CommandSpec command, String[] args) {
        List<String> normal = new ArrayList<>(args.length);
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            if (arg.equals("--")) {
                normal.addAll(List.of(args).subList(i, args.length));
                break;
            }
            int equals = arg.indexOf('=');
            OptionSpec option = option(command, equals < 0 ? arg : arg.substring(0, equals));
            if (option == null) {
                normal.add(arg);
            } else if (equals >= 0) {
                normal.add(option.longestName() + arg.substring(equals));
            } else if (option.type() == Boolean.class) {
                normal.add(option.longestName() + "=true");
            } else if (i + 1 < args.length) {
                i++;
                normal.add(option.longestName() + "=" + args[i]);
            } else {
                normal.add(option.longestName());
            }
        }
        return normal.toArray(String[]::new);
    }

    private static @Nullable OptionSpec option(CommandSpec command, String arg) {
        if (!arg.startsWith("-") || arg.startsWith("---")) {
            return null;
        }
        String name = arg.startsWith("--") ? arg.substring(2) : arg.substring(1);
        OptionSpec option = command.findOption("--" + name);
        return option == null || option.usageHelp() ? null : option;
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

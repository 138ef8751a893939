package io.trainyard.launcher.cli.run;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import io.trainyard.launcher.cli.process.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Trains on this machine, again after every change of a file. */
@Command(
        name = "dev",
        header = "Train on this machine, and start again whenever a file changes.",
        customSynopsis = "trainyard dev FILE... [OPTIONS] [-- ARGUMENT...]",
        description = {
            "",
            "Does what 'trainyard run' does, and watches the folder that programs start in. When source files change, the ranks start again within a "
                    + "second; everything else stays. When a FILE changes, it is applied again. A run that has ended, and a file that is wrong, wait "
                    + "for the next change. Ctrl-C ends it.",
            "",
            "Source files end in .py, .sh, .yaml, .toml, .cfg, .cu and the like. Hidden files, files that .gitignore names, and folders of results "
                    + "such as checkpoints, outputs, runs and wandb are not watched."
        },
        exitCodeList = {
            "2:wrong input or option at the start",
            "3:a fault in Trainyard or in a plugin",
            "125:in place of 2 and 3, where a script or a file of 'init' is run",
            "129:its terminal was closed",
            "130:stopped by Ctrl-C"
        },
        footer = {
            "  trainyard dev train.py --nodes 2 -- --epochs 1       starts again after every edit",
            "  trainyard dev job.yaml --signal HUP                  tells the ranks of an edit instead",
        })
public final class DevCommand extends RunCommand {
    @Option(
            names = "--signal",
            paramLabel = "NAME",
            converter = SignalConverter.class,
            description =
                    "Send the ranks this signal, such as HUP, when a source file changes, instead of starting them again.")
    private @Nullable String signal;

    public DevCommand(Environment environment, LocalRunner runner) {
        super(environment, runner);
    }

    @Override
    void check(RunFlags given, List<String> names) {
        if (given.detached || given.dryRun) {
            throw wrong(
                    (given.detached ? "-d" : "--dry-run") + ": only of 'trainyard run'; dev works before your eyes");
        }
        if (names.contains("-")) {
            throw wrong("standard input cannot be watched: name a file that can be edited");
        }
    }

    @Override
    int start(LocalRun run, LocalRun.Request request, List<String> names, Supplier<LocalRun.Request> again) {
        Set<Path> files = names.stream()
                .map(name -> Path.of(name).toAbsolutePath().normalize())
                .collect(Collectors.toSet());
        return run.develop(request, new LocalRun.Development(again, files, Optional.ofNullable(signal)));
    }

    static final class SignalConverter implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            String name = value.startsWith("SIG") ? value.substring("SIG".length()) : value;
            if (!name.matches("[A-Z][A-Z0-9+-]{1,9}")) {
                throw new TypeConversionException(
                        "must be the name of a signal such as HUP or USR1, not '" + value + "'");
            }
            return name;
        }
    }
}

package io.trainyard.launcher.cli.input;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The folder of --state. An empty name would be the folder that the user stands in, mostly by a variable of a script that is not set. */
public final class StateConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String value) {
        if (value.isBlank()) {
            throw new TypeConversionException("must name a folder; '.' is the one that you are in");
        }
        return Path.of(value);
    }
}

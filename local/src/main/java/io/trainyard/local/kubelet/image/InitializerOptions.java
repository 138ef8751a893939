package io.trainyard.local.kubelet.image;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How data sets and models are fetched. Immutable; begin with {@link #DEFAULT}.
 *
 * @param library folder with the Python package that fetches; empty when Python has it installed
 * @param cache folder in which is kept what was fetched, for later runs; empty to keep nothing
 * @param packages folder in which the program may install the stores' libraries where Python lacks them; empty when it must not
 */
public record InitializerOptions(Optional<Path> library, Optional<Path> cache, Optional<Path> packages) {
    public static final InitializerOptions DEFAULT =
            new InitializerOptions(Optional.empty(), Optional.empty(), Optional.empty());
}

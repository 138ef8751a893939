package io.trainyard.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A built {@code trainyard} with as much memory as its container would have: by the kernel where a control group can be made, else only told to Java, which
 * then makes its heap as large as it would there. Closing removes the group, in which no process may be left.
 */
public final class LimitedProgram implements AutoCloseable {
    private final Path script;
    private final Optional<MemoryLimit> memory;

    private LimitedProgram(Path script, Optional<MemoryLimit> memory) {
        this.script = script;
        this.memory = memory;
    }

    /**
     * Makes one.
     *
     * @param program the program {@code trainyard}
     * @param folder where its start script is written
     * @param mebibytes what its container would have
     * @param javaOptions more options for its Java, divided by blanks; may be empty
     */
    public static LimitedProgram of(Path program, Path folder, int mebibytes, String javaOptions) {
        Optional<MemoryLimit> memory = MemoryLimit.of(mebibytes);
        try {
            String join = memory.map(group -> "echo $$ >'" + group.processes() + "' || exit 1\n")
                    .orElse("");
            String told = memory.isPresent() ? "" : "-XX:MaxRAM=" + mebibytes + "m ";
            Path script = Files.writeString(
                    folder.resolve("start"),
                    "#!/bin/sh\n" + join + "export TRAINYARD_JAVA_OPTS='" + told + javaOptions + "'\nexec '" + program
                            + "' \"$@\"\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            return new LimitedProgram(script, memory);
        } catch (IOException e) {
            memory.ifPresent(MemoryLimit::close);
            throw new UncheckedIOException(e);
        }
    }

    /** What to start in the place of the program. */
    public Path path() {
        return script;
    }

    /** Whether the kernel keeps the limit. */
    public boolean isEnforced() {
        return memory.isPresent();
    }

    @Override
    public void close() {
        memory.ifPresent(MemoryLimit::close);
    }
}

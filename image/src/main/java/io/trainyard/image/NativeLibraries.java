package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The libraries of the operating system that a runtime needs, and the few files that the C library looks at: all there is beside the runtime itself. */
final class NativeLibraries {
    private static final Pattern FOUND = Pattern.compile("(?:=> )?(/\\S+) \\(0x[0-9a-f]+\\)");

    private final RootFolder folder;
    private final String runtime;
    private final String program;

    /**
     * Those of a runtime.
     *
     * @param runtime its folder in the image
     * @param program what is started, in that folder
     */
    NativeLibraries(RootFolder folder, String runtime, String program) {
        this.folder = folder;
        this.runtime = runtime;
        this.program = program;
    }

    /**
     * Copies them.
     *
     * @return the libraries, where they lie on this machine and in the image
     */
    Set<Path> copy() throws IOException, InterruptedException {
        Set<Path> libraries = new TreeSet<>();
        for (Path file : folder.files(runtime)) {
            if (file.toString().endsWith(".so")
                    || file.equals(folder.at(runtime).resolve(program))) {
                neededBy(file, libraries);
            }
        }
        for (Path library : libraries) {
            folder.copy(library, library.toString());
        }
        folder.write("/etc/passwd", "root:x:0:0:root:/:/none\nnonroot:x:65532:65532:nonroot:/tmp:/none\n");
        folder.write("/etc/group", "root:x:0:\nnonroot:x:65532:\n");
        folder.write("/etc/nsswitch.conf", "hosts: files dns\n");
        Files.createDirectories(folder.at("/tmp"));
        Files.createDirectories(folder.at("/proc"));
        return libraries;
    }

    private void neededBy(Path file, Set<Path> libraries) throws IOException, InterruptedException {
        Matcher matcher = FOUND.matcher(Command.run(folder.path(), List.of("ldd", file.toString())));
        while (matcher.find()) {
            Path library = Path.of(matcher.group(1));
            if (!library.startsWith(folder.path().toAbsolutePath())) {
                libraries.add(library);
            }
        }
    }
}

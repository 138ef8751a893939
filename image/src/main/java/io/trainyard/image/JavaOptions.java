package io.trainyard.image;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What Java is told.
 *
 * @param release of Java, such as 21
 */
record JavaOptions(int release) {
    /** From here on Java warns, on the error stream, about what Netty does. */
    private static final int WARNS_ABOUT_NATIVE_ACCESS = 24;

    /** From here on an archive also holds linked classes and what an earlier run has learned about hot methods (JEP 483, 514, 515). */
    private static final int ARCHIVES_LINKED_CLASSES = 25;

    /** From here on objects have half of their heads, which is a tenth of a heap of small ones (JEP 519). */
    private static final int HAS_COMPACT_HEADERS = 25;

    /** What must be the same when an archive is made and when it is used, or the archive is worth less. */
    List<String> shared() {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        if (release >= WARNS_ABOUT_NATIVE_ACCESS) {
            options.add("--enable-native-access=ALL-UNNAMED");
            options.add("--sun-misc-unsafe-memory-access=allow");
        }
        if (release >= HAS_COMPACT_HEADERS) {
            options.add("-XX:+UseCompactObjectHeaders");
        }
        return options;
    }

    /** For every start in the image. The heap follows the memory limit of the container. */
    List<String> start() {
        List<String> options = new ArrayList<>(shared());
        // A start without its archive is slower and no failure.
        if (release >= ARCHIVES_LINKED_CLASSES) {
            options.add("-XX:AOTCache=" + Application.ARCHIVE);
        } else {
            options.add("-XX:SharedArchiveFile=" + Application.ARCHIVE);
            options.add("-Xshare:auto");
        }
        options.addAll(List.of(
                // The archive is mapped where it was made for: read into another place all of it would be memory of
                // this process
                // alone, of which it needs a part.
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-Dtrainyard.home=" + RootFolder.HOME,
                "-Djava.io.tmpdir=/tmp",
                // A controller waits for the network: what the thorough compiler gains is less than what it costs.
                "-XX:TieredStopAtLevel=1",
                "-Xms24m",
                "-XX:MinHeapFreeRatio=15",
                "-XX:MaxHeapFreeRatio=30",
                // Else it takes four collections to give back what was needed for a while.
                "-XX:-ShrinkHeapInSteps",
                "-XX:MaxRAMPercentage=70",
                // Beside the heap; without it buffers of the network may take as much as the heap once more.
                "-XX:MaxDirectMemorySize=64m",
                // Of these buffers 512 KiB at a time, not 4 MiB.
                "-Dio.netty.allocator.maxOrder=6"));
        options.addAll(silent());
        return options;
    }

    /** For the run whose classes are archived when it ends. */
    List<String> archiving(Path archive) {
        List<String> options = new ArrayList<>(shared());
        options.add(
                (release >= ARCHIVES_LINKED_CLASSES ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive);
        options.addAll(silent());
        return options;
    }

    /** The JVM's own messages would land between lines of JSON. */
    private static List<String> silent() {
        return List.of("-Xlog:disable", "-Xlog:all=off");
    }
}

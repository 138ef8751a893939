package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The Python of this machine, from which the image's is copied.
 *
 * @param executable the program itself, not one of a virtual environment
 * @param library the folder of its standard library
 * @param version major and minor, such as 3.11
 */
record PythonRuntime(Path executable, Path library, String version) {
    static final String HOME = "/opt/python";
    static final String PROGRAM = "bin/python3";

    private static final int MIN_MINOR = 10;
    /** That of the operating system stands alone; others may need libraries that lie in somebody's home folder. */
    private static final List<String> CANDIDATES = List.of("/usr/bin/python3", "python3");

    private static final String QUESTION =
            "import ensurepip, os, sys, sysconfig, venv; print(os.path.realpath(sys._base_executable)); print(sysconfig.get_path('stdlib'));"
                    + " print('%d.%d' % sys.version_info[:2])";

    /** What no program in a container calls. */
    private static final Set<String> LEFT_OUT = Set.of(
            "__pycache__",
            "dist-packages",
            "ensurepip",
            "idlelib",
            "lib2to3",
            "pydoc_data",
            "site-packages",
            "test",
            "tests",
            "tkinter",
            "turtledemo");

    /**
     * The first Python that can make virtual environments and is new enough.
     *
     * @param folder where it is started
     */
    static PythonRuntime find(Path folder) throws IOException, InterruptedException {
        IOException problem = new IOException("there is no Python");
        for (String candidate : CANDIDATES) {
            try {
                List<String> answer = Command.run(folder, List.of(candidate, "-c", QUESTION))
                        .lines()
                        .toList();
                String version = answer.get(2);
                if (Integer.parseInt(version.substring(version.indexOf('.') + 1)) >= MIN_MINOR) {
                    return new PythonRuntime(Path.of(answer.get(0)), Path.of(answer.get(1)), version);
                }
                problem = new IOException(
                        "Python 3." + MIN_MINOR + " or newer is needed, and " + candidate + " is " + version);
            } catch (IOException notThisOne) {
                problem = notThisOne;
            }
        }
        throw problem;
    }

    void copyInto(RootFolder folder) throws IOException {
        folder.copy(executable, HOME + "/" + PROGRAM);
        folder.copyFolder(library, HOME + "/lib/python" + version, PythonRuntime::isLeftOut);
    }

    private static boolean isLeftOut(Path file) {
        for (Path part : file) {
            if (LEFT_OUT.contains(part.toString()) || part.toString().startsWith("config-")) {
                return true;
            }
        }
        String name = file.getFileName().toString();
        // Modules that test Python itself, and the one that draws windows.
        return name.startsWith("_test") || name.startsWith("_tkinter") || name.endsWith(".a");
    }

    /** Compiles what lies in folders of the image: nothing can be written there later. The result does not depend on times. */
    void compile(RootFolder folder, List<String> folders) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                executable.toString(),
                "-m",
                "compileall",
                "-q",
                "-j",
                "0",
                "--invalidation-mode",
                "unchecked-hash",
                "-s",
                folder.path().toAbsolutePath().toString(),
                "-p",
                "/"));
        folders.forEach(each -> command.add(folder.at(each).toAbsolutePath().toString()));
        Command.run(folder.path(), command);
    }
}

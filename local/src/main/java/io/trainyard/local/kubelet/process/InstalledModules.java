package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.time.Blocking;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Asks Python itself for its modules, once for each that it has. Blocks; safe for several threads. */
final class InstalledModules implements ProgramFinder.PythonModules {
    private static final String QUESTION =
            "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)";
    private static final int LIMIT_SECONDS = 30;

    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    @Override
    public boolean has(Path python, String module, Map<String, String> environment, Path workingFolder) {
        String key = python + " " + module + " " + environment.get("PYTHONPATH");
        boolean has = known.computeIfAbsent(key, asked -> ask(python, module, environment, workingFolder));
        if (!has) {
            // Somebody may install it while we run.
            known.remove(key, false);
        }
        return has;
    }

    @Blocking("called on worker threads only")
    private static boolean ask(Path python, String module, Map<String, String> environment, Path workingFolder) {
        ProcessBuilder builder = new ProcessBuilder(python.toString(), "-c", QUESTION, module);
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.directory(workingFolder.toFile());
        builder.redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process process = builder.start();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            throw new StartException(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

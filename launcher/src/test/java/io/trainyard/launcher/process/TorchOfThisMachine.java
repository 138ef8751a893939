package io.trainyard.launcher.process;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The Python that has PyTorch, if there is one. It is looked for once: to import PyTorch takes seconds. */
final class TorchOfThisMachine {
    private static final Optional<String> PYTHON = find();

    private TorchOfThisMachine() {}

    static Optional<String> python() {
        return PYTHON;
    }

    private static Optional<String> find() {
        for (String python : List.of("/usr/bin/python3", "python3")) {
            try {
                Process process = new ProcessBuilder(
                                python, "-c", "import sys, torch.distributed; print(sys.executable)")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String path = new String(process.getInputStream().readAllBytes()).strip();
                if (process.waitFor() == 0) {
                    return Optional.of(path);
                }
            } catch (IOException noSuchProgram) {
                continue;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
        return Optional.empty();
    }
}

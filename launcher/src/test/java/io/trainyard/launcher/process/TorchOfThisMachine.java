package io.trainyard.launcher.process;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The Python that has PyTorch, if there is one. */
final class TorchOfThisMachine {
    private TorchOfThisMachine() {}

    static Optional<String> python() throws Exception {
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
            }
        }
        return Optional.empty();
    }
}

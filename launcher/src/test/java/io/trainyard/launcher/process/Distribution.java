package io.trainyard.launcher.process;

import io.trainyard.testcluster.ControllerProcess;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program as users get it, from the distribution that this build has just made. */
public final class Distribution {
    private Distribution() {}

    public static Path program() {
        Path program = Path.of("target", "trainyard", "bin", "trainyard").toAbsolutePath();
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(program + " is missing; it is made in the phase package");
        }
        return program;
    }

    /** Its folder. */
    public static Path home() {
        return program().getParent().getParent();
    }

    /** Its controller, ready; see {@link ControllerProcess#start}. */
    public static ControllerProcess startController(Path folder, Path kubeconfig, String... further) {
        return ControllerProcess.start(program(), folder, kubeconfig, further);
    }
}

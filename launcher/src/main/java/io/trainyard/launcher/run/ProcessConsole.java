package io.trainyard.launcher.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.cli.process.SignalHandling;
import io.trainyard.local.kubelet.process.Console;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;

/** The standard streams of this process, as its one program shares them. */
final class ProcessConsole {
    private static final int OUTPUT = 1;
    private static final int ERRORS = 2;

    private ProcessConsole() {}

    /**
     * Looks at them.
     *
     * @param input whether the program may read what is typed
     */
    @Blocking("looks at two links of the system, which are never on a disk")
    static Console open(boolean input) {
        return new Console(
                input ? Redirect.INHERIT : Redirect.from(new File("/dev/null")),
                new Console.Stream(Redirect.INHERIT, isTerminal(OUTPUT)),
                new Console.Stream(Redirect.INHERIT, isTerminal(ERRORS)),
                action -> SignalHandling.handle("WINCH", action));
    }

    /** The JDK tells only of standard input and output together. */
    private static boolean isTerminal(int descriptor) {
        try {
            Path target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)));
            return target.startsWith("/dev/pts")
                    || target.startsWith("/dev/console")
                    || target.toString().startsWith("/dev/tty");
        } catch (IOException noSuchSystem) {
            return false;
        }
    }
}

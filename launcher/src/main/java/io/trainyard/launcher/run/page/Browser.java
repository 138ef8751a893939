package io.trainyard.launcher.run.page;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.local.files.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The browser of this machine's user. */
final class Browser {
    private static final Logger LOG = LoggerFactory.getLogger(Browser.class);

    private Browser() {}

    /**
     * Shows an address when there is a browser, and does nothing when there is none: the line on the terminal shows it, too.
     *
     * @param shortcut a file that leads the browser there: every user of the machine sees what a program is started with, and the address is a secret
     */
    @Blocking("writes a file and starts a process; on a worker thread")
    static void open(Path shortcut, String address) {
        Map<String, String> variables = System.getenv();
        Optional<List<String>> command = BrowserCommand.of(
                System.getProperty("os.name", ""),
                variables,
                name -> isProgram(name, variables),
                shortcut.toUri().toString());
        if (command.isEmpty()) {
            LOG.info("--open: there is no browser here");
            return;
        }
        try {
            String page = "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
                    + "<meta http-equiv=\"refresh\" content=\"0; url=" + address + "\">\n";
            PrivateFiles.write(shortcut, page.getBytes(StandardCharsets.UTF_8));
            new ProcessBuilder(command.get())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException none) {
            LOG.info("--open: the browser cannot be started: {}", none.getMessage());
        }
    }

    private static boolean isProgram(String name, Map<String, String> variables) {
        return name.contains("/")
                ? Files.isExecutable(Path.of(name))
                : Stream.of(variables.getOrDefault("PATH", "").split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}

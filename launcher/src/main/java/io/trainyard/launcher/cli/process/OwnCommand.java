package io.trainyard.launcher.cli.process;

import static io.trainyard.launcher.cli.process.CommandException.wrong;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How this process was started, to start it once more in the background. */
public final class OwnCommand {
    private static final String SET_SESSION = "/usr/bin/setsid";
    /** In which Java hands words to programs. */
    private static final Charset ENCODING = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private OwnCommand() {}

    /** Program and arguments, in a session of its own where the system offers that: then a Ctrl-C in the terminal does not reach it. */
    public static List<String> inNewSession() throws IOException {
        String program = ProcessHandle.current().info().command().orElseThrow(OwnCommand::unknown);
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of(SET_SESSION))) {
            command.add(SET_SESSION);
        }
        command.add(program);
        command.addAll(arguments());
        return command;
    }

    /** The JDK knows them only as long as they are few. */
    private static List<String> arguments() throws IOException {
        Path words = Path.of("/proc/self/cmdline");
        if (Files.isReadable(words)) {
            List<String> all = words(Files.readAllBytes(words));
            return all.subList(1, all.size());
        }
        return Arrays.asList(ProcessHandle.current().info().arguments().orElseThrow(OwnCommand::unknown));
    }

    /** Each word has an end, and may be empty. */
    static List<String> words(byte[] commandLine) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int at = 0; at < commandLine.length; at++) {
            if (commandLine[at] == 0) {
                words.add(new String(commandLine, start, at - start, ENCODING));
                start = at + 1;
            }
        }
        return words;
    }

    private static CommandException unknown() {
        return wrong(
                "this system does not tell how a program was started, so it cannot start once more in the background; use 'nohup … &'");
    }
}

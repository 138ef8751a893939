package io.trainyard.local.kubelet.process;

import io.trainyard.local.kubelet.tool.Script;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one container writes, on its way into the log and, for a program in the foreground, to the console. Programs of the system copy it: they
 * need no thread here, keep the order of bytes, and go on when the disk is full. Blocks.
 */
final class ContainerOutput {
    private static final String TERMINAL_SCRIPT = "pseudo-terminal.sh";

    /** Who presses Ctrl-C wants to read what the program says then. */
    private static final String COPY = "trap '' INT TERM HUP QUIT; exec tee -a \"$0\"";

    private static final String COPY_TO_ERRORS = COPY + " >&2";

    private static final String RESIZE =
            "set -- \"$0\" $(stty size </dev/tty) && stty -F \"$1\" rows \"$2\" cols \"$3\"";

    private final Path log;
    private final List<Process> copies = new ArrayList<>();
    private @Nullable Process terminal;

    private ContainerOutput(Path log) {
        this.log = log;
    }

    /** A program and its output. */
    record Started(Process program, ContainerOutput output) {}

    /** Starts a program that writes into a log alone. */
    static Started start(ProcessBuilder program, Path log) throws IOException {
        ContainerOutput output = new ContainerOutput(log);
        program.redirectErrorStream(true);
        return new Started(output.piped(program, output.copy(COPY).redirectOutput(Redirect.DISCARD)), output);
    }

    /** Starts a program that writes to a console, too. */
    static Started start(ProcessBuilder program, Path log, Console console) throws IOException {
        ContainerOutput output = new ContainerOutput(log);
        try {
            return new Started(output.start(program.redirectInput(console.input()), console), output);
        } catch (IOException | RuntimeException failure) {
            // What copies ends when nobody can write to it any more.
            output.end();
            throw failure;
        }
    }

    private Process start(ProcessBuilder program, Console console) throws IOException {
        Console.Stream out = console.output();
        Console.Stream errors = console.errors();
        Optional<Redirect> screen = out.terminal() || errors.terminal() ? terminal(console) : Optional.empty();
        ProcessBuilder outCopy = copy(COPY).redirectOutput(out.target());
        if (errors.terminal() && screen.isPresent()) {
            program.redirectError(screen.get());
        } else {
            Process copy = copy(COPY_TO_ERRORS)
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(errors.target())
                    .start();
            copies.add(copy);
            File pipe = new File("/proc/" + copy.pid() + "/fd/0");
            if (pipe.exists()) {
                program.redirectError(Redirect.to(pipe));
            } else {
                program.redirectErrorStream(true);
            }
            try {
                return start(program, out, screen, outCopy);
            } finally {
                // The copy ends with the program, so nothing here may hold its input open.
                copy.getOutputStream().close();
            }
        }
        return start(program, out, screen, outCopy);
    }

    private Process start(ProcessBuilder program, Console.Stream out, Optional<Redirect> screen, ProcessBuilder outCopy)
            throws IOException {
        return out.terminal() && screen.isPresent()
                ? program.redirectOutput(screen.get()).start()
                : piped(program, outCopy);
    }

    private Process piped(ProcessBuilder program, ProcessBuilder copy) throws IOException {
        List<Process> both = ProcessBuilder.startPipeline(List.of(program, copy));
        copies.add(both.get(1));
        return both.get(0);
    }

    private ProcessBuilder copy(String script) {
        return new ProcessBuilder("/bin/sh", "-c", script, log.toString()).redirectError(Redirect.INHERIT);
    }

    /** A terminal whose other end is copied; empty where the system has nothing that makes one. */
    private Optional<Redirect> terminal(Console console) throws IOException {
        boolean toOutput = console.output().terminal();
        List<Process> both = ProcessBuilder.startPipeline(List.of(
                new ProcessBuilder("/bin/sh", "-c", Script.beside(ContainerOutput.class, TERMINAL_SCRIPT)),
                toOutput
                        ? copy(COPY).redirectOutput(console.output().target())
                        : copy(COPY_TO_ERRORS)
                                .redirectOutput(Redirect.DISCARD)
                                .redirectError(console.errors().target())));
        terminal = both.get(0);
        copies.add(both.get(1));
        BufferedReader told =
                new BufferedReader(new InputStreamReader(both.get(0).getErrorStream(), StandardCharsets.UTF_8));
        String name = told.readLine();
        if (name == null || !name.startsWith("/dev/") || !Files.isWritable(Path.of(name))) {
            return Optional.empty();
        }
        console.resizes().accept(() -> resize(name));
        return Optional.of(Redirect.to(new File(name)));
    }

    private static void resize(String terminal) {
        try {
            new ProcessBuilder("/bin/sh", "-c", RESIZE, terminal)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException unchanged) {
            // It keeps the size that it has.
        }
    }

    /** Nobody writes any more; completes when everything is where it belongs. */
    CompletableFuture<Void> end() {
        Process made = terminal;
        if (made != null) {
            try (OutputStream word = made.getOutputStream()) {
                word.write('\n');
            } catch (IOException gone) {
                // It has ended already.
            }
        }
        return CompletableFuture.allOf(copies.stream().map(Process::onExit).toArray(CompletableFuture[]::new));
    }
}

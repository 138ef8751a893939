package io.trainyard.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.trainyard.foundation.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** A user in a folder who types commands and sees what comes. */
final class TerminalSession {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** What everybody's shell has. */
    private static final Set<String> SHELL = Set.of("PATH", "HOME", "USER", "JAVA_HOME", "LANG", "TMPDIR");

    private final Path folder;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final List<Session> sessions = new ArrayList<>();

    TerminalSession(Path folder) {
        this.folder = folder;
        // What is remembered for a user must not become ours.
        variables.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
    }

    /** What came of a command. */
    record Seen(int code, String out, String err) {
        /** Both streams, for messages of tests. */
        String text() {
            return "exit code " + code + "\n" + out + err;
        }
    }

    /** The same user in another folder. */
    TerminalSession elsewhere(Path other) {
        TerminalSession session = new TerminalSession(other);
        session.variables.putAll(variables);
        return session;
    }

    /** A variable of the shell, for all commands from now on. */
    void exports(String name, String value) {
        variables.put(name, value);
    }

    /** Runs the program of the distribution to its end. */
    Seen types(String... arguments) throws Exception {
        return typesWithInput("", arguments);
    }

    /** The same with something on standard input. */
    Seen typesWithInput(String input, String... arguments) throws Exception {
        Path in = Files.writeString(Files.createTempFile("seen", "in"), input);
        Path out = Files.createTempFile("seen", "out");
        Path err = Files.createTempFile("seen", "err");
        List<String> command = new ArrayList<>(List.of(Distribution.program().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().retainAll(SHELL);
        builder.environment().putAll(variables);
        Process process = builder.redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroy();
                throw new AssertionError(
                        String.join(" ", arguments) + " did not end: " + Files.readString(out) + Files.readString(err));
            }
            return new Seen(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            for (Path file : List.of(in, out, err)) {
                Files.delete(file);
            }
        }
    }

    /** Starts the program of the distribution, which goes on while the user does other things. */
    Session begins(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(Signals.WITH_INTERRUPTS);
        command.add(Distribution.program().toString());
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("session", "out");
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().retainAll(SHELL);
        builder.environment().putAll(variables);
        Session session = new Session(
                builder.redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
        sessions.add(session);
        return session;
    }

    /** Ends what was begun and still goes on. */
    void leave() throws Exception {
        for (Session session : sessions) {
            session.process.destroy();
            session.process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
            Files.delete(session.output);
        }
        sessions.clear();
    }

    /** A command that goes on. */
    static final class Session {
        private final Process process;
        private final Path output;

        private Session(Process process, Path output) {
            this.process = process;
            this.output = output;
        }

        /** All that it has written. */
        String text() throws Exception {
            return Files.readString(output);
        }

        /** Waits until it has written this. */
        void shows(String words) {
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).untilAsserted(() -> assertThat(text())
                    .contains(words));
        }

        /** Types a line. */
        void types(String line) throws Exception {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        /** Presses Ctrl-C. */
        void interrupt() throws Exception {
            Signals.send(process, "INT");
        }

        int exitCode() throws Exception {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as(text())
                    .isTrue();
            return process.exitValue();
        }
    }

    /** A file in the folder with a TrainJob of the plain runtime that comes with Trainyard. */
    String job(String name, int nodes, String... command) throws Exception {
        return job(name, "plain-distributed", nodes, command);
    }

    /** The same with another runtime. */
    String job(String name, String runtime, int nodes, String... command) throws Exception {
        Path file = folder.resolve(name + ".yaml");
        Files.writeString(
                file,
                """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: %s}
                spec:
                  runtimeRef: {name: %s}
                  trainer:
                    numNodes: %d
                    command: %s
                """
                        .formatted(name, runtime, nodes, Json.text(List.of(command))));
        return file.toString();
    }
}

package io.trainyard.testcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The processes of a cluster that outlives the command which started it, as recorded in a file. A process counts as
 * ours only if its id and the time of its start are those that were recorded, because ids are used again.
 *
 * @param file one line for each process: name, id, milliseconds from the epoch to its start
 */
public record RecordedProcesses(Path file) {

    private record Line(String name, long pid, long startMillis) {}

    /** Writes down these components, in place of what the file held before. */
    public void write(List<Component> components) {
        List<String> lines = components.stream()
                .map(component -> component.name() + " " + component.handle().pid() + " "
                        + startMillis(component.handle()).orElse(0L))
                .toList();
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** The names of the recorded processes that run at this moment. */
    public List<String> running() {
        return lines().stream()
                .filter(line -> find(line).isPresent())
                .map(Line::name)
                .toList();
    }

    /**
     * Kills the recorded processes that still run, and waits until they are gone.
     *
     * @return their names
     */
    public List<String> killAll() {
        Map<String, ProcessHandle> alive = new LinkedHashMap<>();
        lines().forEach(line -> find(line).ifPresent(handle -> alive.put(line.name(), handle)));
        alive.values().forEach(ProcessHandle::destroyForcibly);
        alive.values().forEach(RecordedProcesses::awaitEnd);
        return List.copyOf(alive.keySet());
    }

    private List<Line> lines() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file).stream().map(this::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private Line parse(String text) {
        String[] words = text.split(" ", -1);
        try {
            return new Line(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalStateException(
                    file + " has the line '" + text + "', which must be a name, a process id and a time", e);
        }
    }

    private static Optional<ProcessHandle> find(Line line) {
        return ProcessHandle.of(line.pid())
                .filter(handle -> startMillis(handle).equals(Optional.of(line.startMillis())));
    }

    private static Optional<Long> startMillis(ProcessHandle handle) {
        return handle.info().startInstant().map(Instant::toEpochMilli);
    }

    private static void awaitEnd(ProcessHandle handle) {
        try {
            handle.onExit().get(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while killing process " + handle.pid(), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("process " + handle.pid() + " survived being killed", e);
        }
    }
}

package io.trainyard.local.kubelet.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The processes of a machine that gives numbers away again as soon as they are free. What it hands out behaves as the JDK's own: by number and start. */
final class PlayedProcesses {
    private record Entry(long parent, int start) {}

    private final Map<Long, Entry> living = new HashMap<>();
    private int starts;

    ProcessHandle start(long pid, long parent) {
        starts++;
        living.put(pid, new Entry(parent, starts));
        return new Handle(pid, starts);
    }

    void end(long pid) {
        living.remove(pid);
    }

    final class Handle implements ProcessHandle {
        private final long pid;
        private final int start;

        private Handle(long pid, int start) {
            this.pid = pid;
            this.start = start;
        }

        @Override
        public long pid() {
            return pid;
        }

        @Override
        public boolean isAlive() {
            return living.containsKey(pid) && living.get(pid).start() == start;
        }

        /** The system knows parents by their numbers only. */
        @Override
        public Stream<ProcessHandle> children() {
            return Map.copyOf(living).entrySet().stream()
                    .filter(entry -> entry.getValue().parent() == pid)
                    .map(entry -> new Handle(entry.getKey(), entry.getValue().start()));
        }

        @Override
        public Stream<ProcessHandle> descendants() {
            return children().flatMap(child -> Stream.concat(Stream.of(child), child.descendants()));
        }

        @Override
        public Optional<ProcessHandle> parent() {
            return Optional.empty();
        }

        @Override
        public Info info() {
            throw new UnsupportedOperationException("info");
        }

        @Override
        public CompletableFuture<ProcessHandle> onExit() {
            throw new UnsupportedOperationException("onExit");
        }

        @Override
        public boolean supportsNormalTermination() {
            return true;
        }

        @Override
        public boolean destroy() {
            return destroyForcibly();
        }

        @Override
        public boolean destroyForcibly() {
            boolean itself = isAlive();
            if (itself) {
                end(pid);
            }
            return itself;
        }

        @Override
        public int compareTo(ProcessHandle other) {
            return Long.compare(pid, other.pid());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Handle that && that.pid == pid && that.start == start;
        }

        @Override
        public int hashCode() {
            return Objects.hash(pid, start);
        }
    }
}

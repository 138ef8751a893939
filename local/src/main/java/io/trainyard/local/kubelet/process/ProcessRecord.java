package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file {@code pids.json}: which processes run for this kubelet. Blocks; safe for several threads. */
final class ProcessRecord {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessRecord.class);

    private final Path file;
    /** By their marks: a number may be used again before it is taken out. */
    private final Map<String, RecordedProcess> processes = new LinkedHashMap<>();

    private final Map<String, Object> kubelet =
            RecordedProcess.of(ProcessHandle.current(), "", "", "").tree();
    private boolean complained;

    ProcessRecord(Path file) {
        this.file = file;
    }

    synchronized void add(RecordedProcess process) {
        processes.put(process.mark(), process);
        write();
    }

    synchronized void remove(String mark) {
        if (processes.remove(mark) != null) {
            write();
        }
    }

    /** Nothing runs any more, and nothing will. */
    synchronized void delete() throws IOException {
        processes.clear();
        Files.deleteIfExists(file);
    }

    private void write() {
        List<Object> containers =
                processes.values().stream().<Object>map(RecordedProcess::tree).toList();
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            PrivateFiles.createFoldersAbove(file);
            Files.write(
                    fresh,
                    Json.bytes(Tree.of(
                            "host", HostIdentity.current().tree(), "kubelet", kubelet, "containers", containers)));
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            complained = false;
        } catch (IOException e) {
            // A full disk must not keep programs from running: the guard ends them, too.
            if (!complained) {
                complained = true;
                LOG.warn("{} cannot be written: {}", file, e.toString());
            }
        }
    }
}

package io.trainyard.local.kubelet.process;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what kubelets have left running that died without ending it themselves. Blocks. */
public final class OrphanedProcesses {
    /** Name of the file in the folder of a run. */
    public static final String FILE = "pids.json";

    private static final Logger LOG = LoggerFactory.getLogger(OrphanedProcesses.class);

    private OrphanedProcesses() {}

    /**
     * Looks into every run below a folder.
     *
     * @param runs folder with one folder for each run; need not exist
     * @return the containers whose processes were ended, as {@code namespace/pod container}
     */
    public static List<String> endAllBelow(Path runs) throws IOException, InterruptedException {
        List<String> ended = new ArrayList<>();
        if (Files.isDirectory(runs)) {
            try (DirectoryStream<Path> folders = Files.newDirectoryStream(runs)) {
                for (Path folder : folders) {
                    ended.addAll(end(folder));
                }
            }
        }
        return ended;
    }

    /**
     * Ends what is left of the run in a folder, unless its kubelet lives.
     *
     * @return the containers whose processes were ended, as {@code namespace/pod container}
     */
    public static List<String> end(Path run) throws IOException, InterruptedException {
        Path file = run.resolve(FILE);
        List<String> ended = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return ended;
        }
        Map<String, Object> record;
        try {
            record = Json.parseObject(Files.readAllBytes(file));
        } catch (NoSuchFileException gone) {
            // Its kubelet has just ended in good order, or another run that starts now has looked after it.
            return ended;
        } catch (MalformedTextException e) {
            LOG.warn("{} cannot be read, so what it lists is left alone: {}", file, e.getMessage());
            return ended;
        }
        HostIdentity host = HostIdentity.of(Tree.child(record, "host"));
        if (host.isOtherThan(HostIdentity.current())) {
            // Of the machine that shares this folder; only that one knows its processes.
            return ended;
        }
        if (host.isRebootOf(HostIdentity.current())) {
            // Nothing of it lives, whoever has its numbers now.
            Files.deleteIfExists(file);
            return ended;
        }
        if (RecordedProcess.of(Tree.child(record, "kubelet")).living().isPresent()) {
            return ended;
        }
        for (Map<String, Object> entry : Tree.objects(record, "containers")) {
            RecordedProcess process = RecordedProcess.of(entry);
            if (end(process)) {
                ended.add(process.pod() + " " + process.container());
            }
        }
        Files.deleteIfExists(file);
        return ended;
    }

    private static boolean end(RecordedProcess recorded) throws IOException, InterruptedException {
        Set<ProcessHandle> left = ProcessTree.ofContainer(recorded.mark());
        recorded.living().ifPresent(process -> {
            left.addAll(ProcessTree.descendants(process));
            left.add(process);
        });
        ProcessTree.kill(left);
        if (!recorded.mark().isEmpty()) {
            ProcessTree.sweep(recorded.mark());
        }
        return !left.isEmpty();
    }
}

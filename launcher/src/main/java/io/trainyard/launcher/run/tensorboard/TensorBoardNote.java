package io.trainyard.launcher.run.tensorboard;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.json.MalformedTextException;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.view.ShellWord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What is known of event files of a run.
 *
 * @param folders that TensorBoard is to be given, absolute; empty when nothing was found
 * @param address where TensorBoard shows them; empty when it does not run
 */
public record TensorBoardNote(List<Path> folders, Optional<String> address) {
    public static final TensorBoardNote NONE = new TensorBoardNote(List.of(), Optional.empty());

    public TensorBoardNote {
        folders = List.copyOf(folders);
    }

    /** The same where TensorBoard does not run any more. */
    public TensorBoardNote closed() {
        return new TensorBoardNote(folders, Optional.empty());
    }

    /**
     * What the user reads; nothing when nothing was found.
     *
     * @param shown how folders are named
     */
    public List<String> lines(Function<Path, String> shown) {
        List<String> names = folders.stream().map(shown).toList();
        return address
                .map(url -> List.of(url + " shows " + String.join(", ", names)))
                .orElseGet(() -> names.stream()
                        .map(name -> "tensorboard --logdir " + ShellWord.of(name))
                        .toList())
                .stream()
                .map(line -> "TensorBoard: " + line)
                .toList();
    }

    /** Each folder as an argument of TensorBoard. */
    List<String> arguments() {
        if (folders.size() == 1) {
            return List.of("--logdir", folders.get(0).toString());
        }
        List<String> named = new ArrayList<>();
        for (int i = 0; i < folders.size(); i++) {
            named.add(folders.get(i).getFileName() + "-" + (i + 1) + ":" + folders.get(i));
        }
        return List.of("--logdir_spec", String.join(",", named));
    }

    /** Writes it; a reader sees the old text or the new one. Blocks. */
    void write(Path file) throws IOException {
        Map<String, Object> tree =
                Tree.of("folders", folders.stream().map(Path::toString).collect(Collectors.toList()));
        address.ifPresent(url -> tree.put("address", url));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, Json.text(tree) + "\n");
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    /** What was written there; {@link #NONE} when nothing was, or nothing that can be read. Blocks. */
    public static TensorBoardNote read(Path file) {
        try {
            if (!(Files.isRegularFile(file) && Json.parse(Files.readAllBytes(file)) instanceof Map<?, ?> found)) {
                return NONE;
            }
            Map<String, Object> tree = Tree.object(found);
            return new TensorBoardNote(
                    Tree.list(tree, "folders").stream()
                            .map(folder -> Path.of(String.valueOf(folder)))
                            .toList(),
                    Optional.of(Tree.text(tree, "address")).filter(url -> !url.isEmpty()));
        } catch (IOException | MalformedTextException unreadable) {
            return NONE;
        }
    }
}

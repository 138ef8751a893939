package io.trainyard.launcher.run.tensorboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What programs write for TensorBoard (LOCAL-177)")
final class EventFilesTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    private Path temporary;

    private Path folder;

    @BeforeEach
    void resolve() throws IOException {
        folder = temporary.toRealPath();
    }

    private void events(String path, Instant modified) throws IOException {
        Path file = folder.resolve(path).resolve("events.out.tfevents.1767322000.host.1.0");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }

    private Set<Path> found(String... roots) {
        return new EventFiles(BEGIN)
                .logFolders(List.of(roots).stream().map(folder::resolve).toList());
    }

    @Test
    @DisplayName("is found by its name, in the outermost folder below that of the run, where later files will be, too")
    void outermost() throws IOException {
        events("work/runs/Jan02_host", BEGIN.plusSeconds(1));
        events("work/runs/other/deep", BEGIN);
        events("pods/train-0/work/logs", BEGIN.plusSeconds(2));
        events("here", BEGIN.plusSeconds(2));

        assertThat(found("work", "pods", "here", "missing"))
                .containsExactly(folder.resolve("work/runs"), folder.resolve("pods/train-0"), folder.resolve("here"));
    }

    @Test
    @DisplayName(
            "is not what was there before, nor what is hidden, in folders of tools, behind links, too deep or among thousands of files")
    void bounds() throws IOException {
        events("work/old", BEGIN.minusSeconds(1));
        events("work/.trainyard/runs/x", BEGIN.plusSeconds(1));
        events("work/venv/lib", BEGIN.plusSeconds(1));
        events("elsewhere", BEGIN.plusSeconds(1));
        Files.createSymbolicLink(folder.resolve("work/link"), folder.resolve("elsewhere"));
        events("work/1/2/3/4/5/6/7/8/9", BEGIN.plusSeconds(1));
        Files.createDirectories(folder.resolve("work/events.out.tfevents.folder"));
        assertThat(found("work")).isEmpty();

        events("work/1/2/3/4/5/6/7/8", BEGIN.plusSeconds(1));
        assertThat(found("work")).containsExactly(folder.resolve("work/1"));
    }

    @Test
    @DisplayName("is told as a command that can be pasted, or as the address where it is shown")
    void words() throws IOException {
        TensorBoardNote note =
                new TensorBoardNote(List.of(Path.of("/work/runs"), Path.of("/work/it's here")), Optional.empty());
        assertThat(note.lines(Path::toString))
                .containsExactly(
                        "TensorBoard: tensorboard --logdir /work/runs",
                        "TensorBoard: tensorboard --logdir '/work/it'\\''s here'");
        assertThat(note.arguments()).containsExactly("--logdir_spec", "runs-1:/work/runs,it's here-2:/work/it's here");

        TensorBoardNote shown = new TensorBoardNote(note.folders(), Optional.of("http://127.0.0.1:6006/"));
        assertThat(shown.lines(path -> path.getFileName().toString()))
                .containsExactly("TensorBoard: http://127.0.0.1:6006/ shows runs, it's here");
        shown.write(folder.resolve("note.json"));
        assertThat(TensorBoardNote.read(folder.resolve("note.json"))).isEqualTo(shown);
        assertThat(TensorBoardNote.read(folder.resolve("none.json")).lines(Path::toString))
                .isEmpty();
    }
}

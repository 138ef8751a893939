package io.trainyard.local.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** LOCAL-100: what belongs to the user alone. */
@DisabledOnOs(OS.WINDOWS)
final class PrivateFilesTest {
    @TempDir
    private Path folder;

    private static String rights(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void foldersAndFilesAreForTheirOwnerAlone() throws Exception {
        Path deep = PrivateFiles.createFolders(folder.resolve("a/b"));
        Path file = deep.resolve("f");
        PrivateFiles.write(file, new byte[] {1});
        PrivateFiles.append(deep.resolve("log"), new byte[] {1});
        PrivateFiles.append(deep.resolve("log"), new byte[] {2});

        assertThat(rights(folder.resolve("a"))).isEqualTo("rwx------");
        assertThat(rights(deep)).isEqualTo("rwx------");
        assertThat(rights(file)).isEqualTo("rw-------");
        assertThat(rights(deep.resolve("log"))).isEqualTo("rw-------");
        assertThat(deep.resolve("log")).hasBinaryContent(new byte[] {1, 2});
    }

    @Test
    void aLinkIsReplacedAndItsTargetStays() throws Exception {
        Path foreign = Files.writeString(folder.resolve("foreign"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("link"), foreign);

        PrivateFiles.write(link, new byte[] {1});

        assertThat(foreign).hasContent("mine");
        assertThat(link).isRegularFile().hasBinaryContent(new byte[] {1});
    }

    @Test
    void aFileTakesThePlaceOfAnotherAndOfNothingElse() throws Exception {
        Path config = Files.writeString(folder.resolve("config"), "old");
        Path foreign = Files.writeString(folder.resolve("config.new"), "mine");
        Path link = Files.createSymbolicLink(folder.resolve("link"), foreign);

        PrivateFiles.replace(config, new byte[] {1});
        PrivateFiles.replace(link, new byte[] {2});

        assertThat(config).hasBinaryContent(new byte[] {1});
        assertThat(rights(config)).isEqualTo("rw-------");
        assertThat(link).isRegularFile().hasBinaryContent(new byte[] {2});
        assertThat(foreign).hasContent("mine");
        assertThat(folder).isDirectoryNotContaining(left -> !List.of(config, foreign, link)
                .contains(left));
    }
}

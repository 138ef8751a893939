package io.trainyard.local.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes files and folders that their owner alone can read, from the moment in which they exist. Where the file system knows no such rights, they
 * are made with its own. Blocks.
 */
public final class PrivateFiles {
    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    private PrivateFiles() {}

    /** Makes a folder and those above it that are missing; one that exists stays as it is. */
    public static Path createFolders(Path folder) throws IOException {
        // Some file systems follow links to folders only when they are asked.
        return Files.isDirectory(folder) ? folder : Files.createDirectories(folder, rights(folder, FOLDER));
    }

    /** Makes the folders above a file that are missing. */
    public static void createFoldersAbove(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            createFolders(folder);
        }
    }

    /** Makes a folder; the one above it exists. */
    public static Path createFolder(Path folder) throws IOException {
        return Files.createDirectory(folder, rights(folder, FOLDER));
    }

    /** Makes an empty file where there is none. */
    public static Path createFile(Path file) throws IOException {
        return Files.createFile(file, rights(file, FILE));
    }

    /** Writes a file, in place of the one that is there. A link is replaced, never followed. */
    public static void write(Path file, byte[] content) throws IOException {
        Files.deleteIfExists(file);
        Files.write(createFile(file), content, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Writes a file, in place of the one that is there: a reader sees what was there or what is there now, never a part. Several may do so at the same time. A link
     * is replaced, never followed.
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path target = file.toAbsolutePath();
        // For its owner alone, and with a name that nothing beside it has.
        Path fresh = Files.createTempFile(target.getParent(), file.getFileName() + ".", ".new");
        try {
            Files.write(fresh, content);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /** Writes at the end of a file, which is made if there is none. */
    public static void append(Path file, byte[] content) throws IOException {
        try {
            createFile(file);
        } catch (FileAlreadyExistsException known) {
            // It goes on where it ends.
        }
        Files.write(file, content, StandardOpenOption.APPEND);
    }

    /** Takes the rights of everybody else to a folder that exists. */
    public static void close(Path folder) throws IOException {
        if (isPosix(folder) && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(FOLDER));
        }
    }

    private static FileAttribute<?>[] rights(Path path, String rights) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}

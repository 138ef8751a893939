package io.trainyard.local.kubelet.mpi;

import io.trainyard.local.files.PrivateFiles;
import io.trainyard.local.kubelet.volume.VolumeWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Where the daemons and ranks of a pod keep their sockets: a folder of each pod's own, as it has in a cluster. In the one folder of the machine two
 * daemons of Open MPI make the same folder at the same moment, and one of them fails. The paths are short, for the path of a socket has at most 108
 * bytes, and nobody else can foresee them.
 *
 * @param parent the folder that holds them
 */
record SessionFolders(Path parent) {
    private static final String PREFIX = "trainyard-";

    /** On this machine. */
    static SessionFolders ofThisMachine() {
        Path usual = Path.of("/tmp");
        return new SessionFolders(Files.isWritable(usual) ? usual : Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** That of a pod. */
    Path of(String podUid) {
        long name =
                UUID.nameUUIDFromBytes(podUid.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
        return parent.resolve(PREFIX + Long.toUnsignedString(name, Character.MAX_RADIX));
    }

    /** Makes it; may be called again. Blocks. */
    void make(String podUid) throws IOException {
        Path folder = of(podUid);
        try {
            PrivateFiles.createFolder(folder);
        } catch (FileAlreadyExistsException again) {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                throw again;
            }
        }
    }

    /** Removes it with all that is in it, if it is there. Blocks. */
    void remove(String podUid) throws IOException {
        VolumeWriter.delete(of(podUid));
    }
}

package io.trainyard.local.kubelet.files;

import java.nio.file.Path;

/** Names that others have chosen, as names of files: none of them leads out of its folder. Pure. */
public final class FileNames {
    private FileNames() {}

    /** Whether a name is that of one file: not empty, nothing that separates folders, and neither {@code .} nor {@code ..}. */
    public static boolean isFileName(String name) {
        return !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(letter -> letter == '/' || letter == '\\' || letter == 0);
    }

    /**
     * The file in a folder that stands for a name. A name that is no name of a file gets one in which {@code _} replaces what it may not have;
     * no name that Kubernetes allows has that letter.
     */
    public static Path resolve(Path folder, String name) {
        if (isFileName(name)) {
            return folder.resolve(name);
        }
        String safe = name.replace('/', '_').replace('\\', '_').replace('\0', '_');
        return folder.resolve(safe.isEmpty() || safe.equals(".") || safe.equals("..") ? "_" + safe : safe);
    }
}

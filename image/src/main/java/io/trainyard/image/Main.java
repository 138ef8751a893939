package io.trainyard.image;

import java.nio.file.Path;
import java.util.Set;

/** Called by the build with the distribution, a folder for files in the making, the tar to write, and the image's name. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 4) {
            throw new IllegalArgumentException("wanted: DISTRIBUTION FOLDER TAR NAME");
        }
        new RootFolder(Path.of(args[1])).clear();
        RootFolder folder = new RootFolder(Path.of(args[1], "root"));
        folder.clear();
        JavaRuntime java = JavaRuntime.newest();
        JavaOptions options = new JavaOptions(java.release());
        java.linkInto(folder, options);
        Set<Path> libraries = new NativeLibraries(folder, RootFolder.JAVA, "bin/java").copy();
        Path distribution = Path.of(args[0]);
        new BillOfMaterials(folder, distribution).write(java, libraries);
        new Application(folder, distribution, options).install();
        ImageTar tar = new ImageTar(folder);
        tar.write(ControllerImage.of(tar), Path.of(args[2]), args[3]);
    }
}

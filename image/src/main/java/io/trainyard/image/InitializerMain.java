package io.trainyard.image;

import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The image of the program that fetches data sets and models. Called by the build with the program's folder, a folder for files in the making, the tar
 * to write, the image's name, and whether the build fails where Python or its packages are not to be had.
 */
public final class InitializerMain {
    /** The program and its packages. */
    static final String PACKAGES = RootFolder.HOME + "/initializer";

    private static final String CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

    private InitializerMain() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 5) {
            throw new IllegalArgumentException("wanted: PROGRAM FOLDER TAR NAME REQUIRED");
        }
        Path tar = Path.of(args[2]);
        Files.deleteIfExists(tar);
        try {
            build(Path.of(args[0]), Path.of(args[1]), tar, args[3]);
        } catch (IOException missing) {
            if (Boolean.parseBoolean(args[4])) {
                throw missing;
            }
            System.out.println("The initializer's image is not built: " + missing.getMessage());
        }
    }

    private static void build(Path program, Path files, Path tar, String name) throws Exception {
        new RootFolder(files).clear();
        RootFolder folder = new RootFolder(files.resolve("root"));
        folder.clear();
        PythonRuntime python = PythonRuntime.find(files);
        python.copyInto(folder);
        PythonPackages packages = PythonPackages.of(program.resolve("requirements.txt"), python);
        packages.copyInto(folder, PACKAGES);
        folder.copyFolder(
                program.resolve("trainyard_initializer"), PACKAGES + "/trainyard_initializer", file -> file.toString()
                        .contains("__pycache__"));
        // What browsers trust, too.
        folder.copy(folder.at(PACKAGES).resolve("certifi/cacert.pem"), CERTIFICATES);
        folder.settleTimes();
        python.compile(folder, List.of(PythonRuntime.HOME + "/lib", PACKAGES));
        Set<Path> libraries = new NativeLibraries(folder, "/opt", "python/" + PythonRuntime.PROGRAM).copy();
        new InitializerBillOfMaterials(folder).write(python, PACKAGES, libraries);
        folder.settleTimes();
        ImageTar image = new ImageTar(folder);
        image.write(describe(image), tar, name);
    }

    private static JibContainerBuilder describe(ImageTar tar) throws IOException {
        RootFolder folder = tar.folder();
        Path ours = folder.at(PACKAGES).resolve("trainyard_initializer");
        return Jib.fromScratch()
                .addFileEntriesLayer(tar.layer(ImageTar.SYSTEM, file -> !file.startsWith(folder.at("/opt"))))
                .addFileEntriesLayer(tar.layer("python", file -> file.startsWith(folder.at(PythonRuntime.HOME))))
                .addFileEntriesLayer(tar.layer(
                        "packages", file -> file.startsWith(folder.at(RootFolder.HOME)) && !file.startsWith(ours)))
                .addFileEntriesLayer(tar.layer("program", file -> file.startsWith(ours)))
                .setEntrypoint(PythonRuntime.HOME + "/" + PythonRuntime.PROGRAM, "-m", "trainyard_initializer")
                .setWorkingDirectory(AbsoluteUnixPath.get(RootFolder.HOME))
                .addEnvironmentVariable("PYTHONPATH", PACKAGES)
                .addEnvironmentVariable("PYTHONDONTWRITEBYTECODE", "1")
                .addEnvironmentVariable("PYTHONNOUSERSITE", "1")
                .addEnvironmentVariable("PYTHONUNBUFFERED", "1")
                .addEnvironmentVariable("PYTHONUTF8", "1")
                .addEnvironmentVariable("SSL_CERT_FILE", CERTIFICATES)
                .addEnvironmentVariable("HOME", "/tmp")
                .addLabel("org.opencontainers.image.title", "Trainyard initializer");
    }
}

package io.trainyard.image;

import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.Ports;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What is in which layer of the controller's image, and how it is started. */
final class ControllerImage {
    private ControllerImage() {}

    static JibContainerBuilder of(ImageTar tar) throws IOException {
        RootFolder folder = tar.folder();
        return Jib.fromScratch()
                .addFileEntriesLayer(tar.layer(ImageTar.SYSTEM, file -> !file.startsWith(folder.at("/opt"))))
                .addFileEntriesLayer(tar.layer("java", file -> file.startsWith(folder.at(RootFolder.JAVA))))
                .addFileEntriesLayer(tar.layer("dependencies", file -> isIn(folder, "lib", file) && !isOurs(file)))
                .addFileEntriesLayer(tar.layer(
                        "application",
                        file -> file.startsWith(folder.at(RootFolder.HOME))
                                && !file.equals(folder.at(Application.ARCHIVE))
                                && !isIn(folder, "plugins", file)
                                && (!isIn(folder, "lib", file) || isOurs(file))))
                .addFileEntriesLayer(tar.layer("plugins", file -> isIn(folder, "plugins", file)))
                .addFileEntriesLayer(tar.layer("classes", file -> file.equals(folder.at(Application.ARCHIVE))))
                .setEntrypoint(RootFolder.JAVA + "/bin/java", "@" + Application.OPTIONS, "-jar", Application.JAR)
                .setProgramArguments("controller")
                .setWorkingDirectory(AbsoluteUnixPath.get(RootFolder.HOME))
                .addEnvironmentVariable("PATH", RootFolder.JAVA + "/bin")
                .setExposedPorts(Ports.parse(List.of("8081", "8443", "9443")))
                .addLabel("org.opencontainers.image.title", "Trainyard");
    }

    private static boolean isIn(RootFolder folder, String name, Path file) {
        return file.startsWith(folder.at(RootFolder.HOME + "/" + name));
    }

    /** What each build makes anew, beside libraries that stay for months. */
    private static boolean isOurs(Path file) {
        String name = file.getFileName().toString();
        return !name.endsWith(".jar")
                || Set.of("launcher", "core", "foundation", "spi", "local", "dashboard").stream()
                        .anyMatch(module -> name.matches(module + "(-\\d.*)?\\.jar"));
    }
}

package io.trainyard.launcher.vendor;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A plugin of one class, compiled from source.
 *
 * @param className its full name
 * @param source its source
 */
record CompiledPlugin(String className, String source) {
    /** Writes its jar, with the list of services. */
    void writeTo(Path jar, Path work, List<Path> libraries) throws IOException {
        Path folder = Files.createDirectories(work.resolve(className));
        Path file = folder.resolve(className.substring(className.lastIndexOf('.') + 1) + ".java");
        Files.writeString(file, source);
        String classPath = Stream.concat(
                        libraries.stream().map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", classPath, "-d", folder.toString(), file.toString());
        if (result != 0) {
            throw new IllegalStateException(className + " does not compile");
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            String name = className.replace('.', '/') + ".class";
            entries.putNextEntry(new JarEntry(name));
            entries.write(Files.readAllBytes(folder.resolve(name)));
            entries.putNextEntry(new JarEntry("META-INF/services/io.trainyard.spi.Plugin"));
            entries.write((className + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}

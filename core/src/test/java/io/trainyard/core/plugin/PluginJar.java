package io.trainyard.core.plugin;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles sources with the compiler of the JDK and packs them into a jar, as a vendor's build would. */
final class PluginJar {
    private final List<JavaFileObject> sources = new ArrayList<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private final Manifest manifest = new Manifest();

    PluginJar() {
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    }

    /** A jar with one class that is listed as a plugin; {@code body} goes between the braces. */
    static PluginJar of(String className, String interfaces, String body) {
        return new PluginJar().plugin(className, interfaces, body).listing(className);
    }

    /** Adds a class that implements interfaces of the SPI; packages of the SPI are imported. */
    PluginJar plugin(String className, String interfaces, String body) {
        int dot = className.lastIndexOf('.');
        return source(
                className,
                """
                package %s;
                import io.trainyard.spi.*;
                import io.trainyard.spi.extension.*;
                import io.trainyard.spi.model.*;
                import io.trainyard.spi.runtime.*;
                import io.trainyard.spi.watch.*;
                import java.util.*;
                public class %s implements %s {
                %s
                }
                """
                        .formatted(className.substring(0, dot), className.substring(dot + 1), interfaces, body));
    }

    PluginJar source(String className, String text) {
        URI uri = URI.create("string:///" + className.replace('.', '/') + ".java");
        sources.add(new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }
        });
        return this;
    }

    PluginJar listing(String... classNames) {
        return resource("META-INF/services/io.trainyard.spi.Plugin", String.join("\n", classNames) + "\n");
    }

    PluginJar resource(String path, String text) {
        resources.put(path, text);
        return this;
    }

    /** Sets a line of the manifest. */
    PluginJar manifest(String name, String value) {
        manifest.getMainAttributes().put(new Attributes.Name(name), value);
        return this;
    }

    /** Compiles against the class path of this test and other jars, and writes the jar. */
    Path write(Path jar, Path... libraries) {
        try {
            Path classes = Files.createTempDirectory(
                    Files.createDirectories(jar.getParent().resolveSibling("work")), "classes");
            compile(classes, libraries);
            Files.createDirectories(jar.getParent());
            try (OutputStream file = Files.newOutputStream(jar);
                    JarOutputStream out = new JarOutputStream(file, manifest);
                    Stream<Path> compiled = Files.walk(classes)) {
                for (Path path : compiled.filter(Files::isRegularFile).toList()) {
                    out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                    Files.copy(path, out);
                }
                for (Map.Entry<String, String> resource : resources.entrySet()) {
                    out.putNextEntry(new JarEntry(resource.getKey()));
                    out.write(resource.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void compile(Path classes, Path... libraries) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        StringBuilder classPath = new StringBuilder(System.getProperty("java.class.path"));
        for (Path library : libraries) {
            classPath.insert(0, library + System.getProperty("path.separator"));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            List<String> options = List.of("-proc:none", "-classpath", classPath.toString());
            if (!compiler.getTask(messages, files, null, options, null, sources).call()) {
                throw new AssertionError(messages.toString());
            }
        }
    }
}

package io.trainyard.core.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.spi.Plugin;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Walks all signatures that a plugin can see. */
final class SharedPackagesTest {
    private final Map<Class<?>, String> seen = new LinkedHashMap<>();
    private final Deque<Class<?>> toVisit = new ArrayDeque<>();

    @Test
    void everyTypeThatASignatureOfTheSpiReachesIsShared() throws Exception {
        List<Class<?>> spi = classesOfTheSpi();
        assertThat(spi).hasSizeGreaterThan(50).contains(Plugin.class);

        spi.forEach(type -> note(type, "the SPI"));
        while (!toVisit.isEmpty()) {
            visit(toVisit.remove());
        }

        assertThat(seen.keySet()).as("the walk has left the SPI").anyMatch(type -> type.getName()
                .equals("io.fabric8.kubernetes.api.model.LabelSelector"));
        assertThat(seen.entrySet().stream()
                        .filter(entry ->
                                !SharedPackages.containsClass(entry.getKey().getName()))
                        .map(entry -> entry.getKey().getName() + ", because of " + entry.getValue()))
                .isEmpty();
    }

    @Test
    void prefixesAreWholePackages() {
        assertThat(SharedPackages.PREFIXES).allMatch(prefix -> prefix.endsWith("."));
        assertThat(SharedPackages.containsClass("io.trainyard.spi.Plugin")).isTrue();
        assertThat(SharedPackages.containsClass("io.trainyard.spice.Rack")).isFalse();
    }

    @Test
    void whatTheHostKeepsToItselfIsNotShared() {
        assertThat(List.of(
                        "io.trainyard.core.plugin.PluginHost",
                        "io.trainyard.foundation.json.Json",
                        "io.trainyard.foundation.patch.StrategicMerge",
                        "io.trainyard.foundation.schema.StructuralSchema",
                        "io.trainyard.foundation.time.TimeSource",
                        "io.trainyard.foundation.yaml.YamlWriter",
                        "io.fabric8.kubernetes.client.KubernetesClient",
                        "io.fabric8.volcano.api.model.PodGroup",
                        "io.vertx.core.Vertx",
                        "com.fasterxml.jackson.dataformat.yaml.YAMLFactory",
                        "ch.qos.logback.classic.Logger"))
                .noneMatch(SharedPackages::containsClass);
    }

    @Test
    void listsOfServicesAreNeverShared() {
        assertThat(SharedPackages.containsResource("io/trainyard/spi/x.txt")).isTrue();
        assertThat(SharedPackages.containsResource("META-INF/services/io.trainyard.spi.Plugin"))
                .isFalse();
    }

    private void visit(Class<?> type) {
        if (!SharedPackages.containsClass(type.getName()) || type.getName().startsWith("com.fasterxml.")) {
            return;
        }
        String from = type.getName();
        note(type.getGenericSuperclass(), from);
        note(type.getGenericInterfaces(), from);
        noteAnnotations(type, from);
        if (type.isRecord()) {
            Stream.of(type.getRecordComponents()).forEach(component -> note(component.getGenericType(), from));
        }
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field)) {
                note(field.getGenericType(), from + "." + field.getName());
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isVisible(method)) {
                String name = from + "." + method.getName();
                note(method.getGenericReturnType(), name);
                note(method.getGenericParameterTypes(), name);
                note(method.getGenericExceptionTypes(), name);
                noteAnnotations(method, name);
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor)) {
                note(constructor.getGenericParameterTypes(), from + " constructor");
            }
        }
    }

    private static boolean isVisible(Member member) {
        return Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
    }

    private void noteAnnotations(AnnotatedElement element, String from) {
        for (Annotation annotation : element.getAnnotations()) {
            note(annotation.annotationType(), "an annotation of " + from);
        }
    }

    private void note(Type[] types, String from) {
        Stream.of(types).forEach(type -> note(type, from));
    }

    private void note(Type type, String from) {
        if (type instanceof Class<?> reached) {
            Class<?> element = reached;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            boolean ofTheJdk = element.isPrimitive() || element.getName().startsWith("java.");
            if (!ofTheJdk && seen.putIfAbsent(element, from) == null) {
                toVisit.add(element);
            }
        } else if (type instanceof ParameterizedType parameterized) {
            note(parameterized.getRawType(), from);
            note(parameterized.getActualTypeArguments(), from);
        } else if (type instanceof GenericArrayType array) {
            note(array.getGenericComponentType(), from);
        } else if (type instanceof WildcardType wildcard) {
            note(wildcard.getUpperBounds(), from);
            note(wildcard.getLowerBounds(), from);
        } else if (type instanceof TypeVariable<?> variable
                && !(variable.getBounds()[0] instanceof ParameterizedType)) {
            // A bound that names the variable itself would never end; its raw type is reached in other ways.
            note(variable.getBounds(), from);
        }
    }

    private static List<Class<?>> classesOfTheSpi() throws IOException, URISyntaxException {
        Path location = Path.of(
                Plugin.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(location)) {
            return classesBelow(location);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + location.toUri()), Map.of())) {
            return classesBelow(jar.getPath("/"));
        }
    }

    private static List<Class<?>> classesBelow(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .<Class<?>>map(SharedPackagesTest::load)
                    .filter(type -> Modifier.isPublic(type.getModifiers()))
                    .toList();
        }
    }

    private static Class<?> load(String file) {
        String name = file.replace('/', '.').substring(0, file.length() - ".class".length());
        try {
            return Class.forName(name, false, Plugin.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}

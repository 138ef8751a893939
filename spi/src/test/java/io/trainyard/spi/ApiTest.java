package io.trainyard.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.stability.Experimental;
import io.trainyard.foundation.stability.Stable;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Compares what plugins can see with what is written down. Adding is a minor version; taking away or changing is a major one. The file is the
 * decision, so that a change of the contract cannot happen by accident; {@code mvn test -pl spi -Dtest=ApiTest -Dapi.update=true} writes it.
 */
@DisplayName("The contract with plugins")
final class ApiTest {
    private static final Path WRITTEN_DOWN = Path.of("src/test/resources/api.txt");

    @Test
    void nothingThatPluginsCanSeeChangesUnnoticed() throws Exception {
        List<String> present = surface();
        if (Boolean.getBoolean("api.update")) {
            Files.write(WRITTEN_DOWN, present);
        }

        List<String> written = Files.readAllLines(WRITTEN_DOWN);

        assertThat(present).hasSizeGreaterThan(300);
        assertThat(without(written, present))
                .as("gone or changed, which breaks plugins; see docs/plugins/compatibility.md")
                .isEmpty();
        assertThat(without(present, written))
                .as("new, which is a new minor version; write it down with -Dapi.update=true")
                .isEmpty();
    }

    @Test
    void everyPackageSaysHowStableItIs() throws Exception {
        for (Class<?> type : types()) {
            assertThat(type.getPackage().isAnnotationPresent(Stable.class)
                            ^ type.getPackage().isAnnotationPresent(Experimental.class))
                    .as(type.getPackageName() + " must be marked @Stable or @Experimental")
                    .isTrue();
        }
    }

    private static Set<String> without(List<String> lines, List<String> others) {
        Set<String> rest = new TreeSet<>(lines);
        others.forEach(rest::remove);
        return rest;
    }

    private static List<String> surface() throws Exception {
        TreeSet<String> lines = new TreeSet<>();
        for (Class<?> type : types()) {
            lines.add(head(type));
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                add(lines, type, constructor, "<init>");
            }
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isSynthetic()) {
                    add(lines, type, method, method.getGenericReturnType().getTypeName() + " " + method.getName());
                }
            }
            for (Field field : type.getDeclaredFields()) {
                if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                    lines.add(type.getName() + ": " + Modifier.toString(field.getModifiers()) + " "
                            + field.getGenericType().getTypeName() + " " + field.getName());
                }
            }
        }
        return List.copyOf(lines);
    }

    private static String head(Class<?> type) {
        String above = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .collect(Collectors.joining(", "));
        String kind = type.isAnnotation() ? "@" : type.isRecord() ? "record " : type.isEnum() ? "enum " : "";
        return type.getName() + ": " + Modifier.toString(type.getModifiers()) + " " + kind + "type of " + above;
    }

    private static void add(TreeSet<String> lines, Class<?> type, Executable member, String name) {
        if (isVisible(member.getModifiers())) {
            String parameters = Arrays.stream(member.getParameters())
                    .map(Parameter::getParameterizedType)
                    .map(Type::getTypeName)
                    .collect(Collectors.joining(", ", "(", ")"));
            String inherited = member instanceof Method method && method.isDefault() ? "default " : "";
            lines.add(type.getName() + ": " + Modifier.toString(member.getModifiers() & ~Modifier.TRANSIENT) + " "
                    + inherited + name + parameters);
        }
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static List<Class<?>> types() throws Exception {
        URI classes =
                Plugin.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path root = Path.of(classes);
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .<Class<?>>map(name -> load(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.')))
                    .filter(type -> isVisible(type.getModifiers()) && isReachable(type))
                    .forEach(types::add);
        } catch (IOException e) {
            throw new IllegalStateException("the classes of the contract cannot be listed", e);
        }
        for (Path source : SharedFoundation.sources()) {
            addVisible(load(SharedFoundation.className(source)), types);
        }
        return types;
    }

    private static void addVisible(Class<?> type, List<Class<?>> types) {
        if (isVisible(type.getModifiers())) {
            types.add(type);
            Arrays.stream(type.getDeclaredClasses()).forEach(nested -> addVisible(nested, types));
        }
    }

    private static boolean isReachable(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null || isVisible(outer.getModifiers()) && isReachable(outer);
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Plugin.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }
}

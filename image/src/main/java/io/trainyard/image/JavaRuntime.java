package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A JDK of this machine, from which the image's Java is linked.
 *
 * @param home its folder
 * @param release such as 21
 * @param version such as 21.0.4
 * @param maker who built it; empty when it does not say
 */
record JavaRuntime(Path home, int release, String version, String maker) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");
    private static final Set<Integer> LONG_TERM = Set.of(17, 21, 25);

    /**
     * What Trainyard needs, and what plugins of vendors may expect: all of Java but its desktop. With every security provider that Java's configuration
     * names: one that is not there is looked for on the class path at each start, which makes Bouncy Castle's provider.
     */
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.compiler",
            "java.instrument",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.prefs",
            "java.scripting",
            "java.security.jgss",
            "java.security.sasl",
            "java.smartcardio",
            "java.sql",
            "java.transaction.xa",
            "java.xml",
            "java.xml.crypto",
            "jdk.crypto.cryptoki",
            "jdk.crypto.ec",
            "jdk.httpserver",
            "jdk.jfr",
            "jdk.management",
            "jdk.management.agent",
            "jdk.naming.dns",
            "jdk.net",
            "jdk.security.jgss",
            "jdk.unsupported",
            "jdk.zipfs");

    /** Random numbers by default; since Java 23 a part of java.base. */
    private static final String RANDOM_NUMBERS = "jdk.random";

    /** The newest long-term release that is installed; the one that runs us when there is no other. {@code -Dimage.jdk=FOLDER} decides otherwise. */
    static JavaRuntime newest() throws IOException {
        String chosen = System.getProperty("image.jdk", System.getenv().getOrDefault("IMAGE_JDK", ""));
        if (!chosen.isEmpty()) {
            return at(Path.of(chosen)).orElseThrow(() -> new IOException(chosen + " is no JDK"));
        }
        JavaRuntime ours = at(Path.of(System.getProperty("java.home")))
                .orElseThrow(() -> new IOException("Java's own folder has no jlink: a JDK is needed, not a JRE"));
        if (!Files.isDirectory(INSTALLED)) {
            return ours;
        }
        try (Stream<Path> folders = Files.list(INSTALLED)) {
            return folders.flatMap(folder -> at(folder).stream())
                    .filter(jdk -> LONG_TERM.contains(jdk.release))
                    .max(Comparator.comparingInt(JavaRuntime::release))
                    .filter(found -> found.release >= ours.release)
                    .orElse(ours);
        }
    }

    /** The JDK in a folder; empty when there is none. */
    static Optional<JavaRuntime> at(Path home) {
        Path file = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/jlink")) || !Files.isReadable(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
        String version = unquoted(properties.getProperty("JAVA_VERSION", ""));
        String major = version.replaceAll("^1\\.", "").replaceAll("\\D.*", "");
        return major.isEmpty()
                ? Optional.empty()
                : Optional.of(new JavaRuntime(
                        home, Integer.parseInt(major), version, unquoted(properties.getProperty("IMPLEMENTOR", ""))));
    }

    private static String unquoted(String value) {
        return value.replace("\"", "");
    }

    void linkInto(RootFolder folder, JavaOptions options) throws IOException, InterruptedException {
        Files.createDirectories(folder.at(RootFolder.JAVA).getParent());
        Command.run(
                folder.path(),
                List.of(
                        home.resolve("bin/jlink").toString(),
                        "--add-modules",
                        String.join(",", modules()),
                        "--strip-debug",
                        "--no-header-files",
                        "--no-man-pages",
                        "--output",
                        folder.at(RootFolder.JAVA).toString()));
        // The classes of Java itself: for older releases the archive of ours stands on it.
        List<String> command = new ArrayList<>(List.of(
                folder.at(RootFolder.JAVA + "/bin/java").toAbsolutePath().toString()));
        command.addAll(options.shared());
        command.add("-Xshare:dump");
        Command.run(folder.path(), command);
    }

    private List<String> modules() throws IOException, InterruptedException {
        List<String> modules = new ArrayList<>(MODULES);
        boolean apart = Command.run(home, List.of(home.resolve("bin/java").toString(), "--list-modules"))
                .lines()
                .anyMatch(module -> module.startsWith(RANDOM_NUMBERS + "@"));
        if (apart) {
            modules.add(RANDOM_NUMBERS);
        }
        return modules;
    }
}

package io.trainyard.testcluster.programs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Go module of this project ({@code testcluster/go}), as it was packed into our class path.
 *
 * @param files file name to content; never empty
 */
record GoModule(Map<String, String> files) {

    /** To be raised when the way of building changes in a manner that makes older binaries unfit. */
    private static final int RECIPE = 1;

    private static final List<String> FILE_NAMES = List.of("go.mod", "go.sum", "tools.go");

    static GoModule fromClassPath() {
        Map<String, String> files = new LinkedHashMap<>();
        for (String name : FILE_NAMES) {
            files.put(name, resource("/io/trainyard/testcluster/go/" + name));
        }
        return new GoModule(files);
    }

    /** Twelve hexadecimal digits that differ whenever a version of anything that we build differs. */
    String versionsHash() {
        MessageDigest digest = sha256();
        digest.update(("recipe " + RECIPE + "\n").getBytes(StandardCharsets.UTF_8));
        Arrays.stream(Program.values())
                .filter(program -> !program.isAddOn())
                .map(program -> program.fileName() + " " + program.goPackage() + "\n")
                .forEach(line -> digest.update(line.getBytes(StandardCharsets.UTF_8)));
        files.forEach((name, content) -> digest.update((name + "\n" + content).getBytes(StandardCharsets.UTF_8)));
        return HexFormat.of().formatHex(digest.digest()).substring(0, 12);
    }

    /** The version of a module that go.mod requires, such as {@code v1.36.3}. */
    String requiredVersion(String module) {
        Matcher matcher = Pattern.compile(
                        "^\\s*(?:require\\s+)?" + Pattern.quote(module) + "\\s+(v\\S+)", Pattern.MULTILINE)
                .matcher(files.getOrDefault("go.mod", ""));
        if (!matcher.find()) {
            throw new IllegalStateException("testcluster/go/go.mod does not require " + module);
        }
        return matcher.group(1);
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private static String resource(String name) {
        try (InputStream stream = GoModule.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(
                        "the class path lacks " + name + "; build the testcluster module again");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " from the class path", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

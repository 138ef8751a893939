package io.trainyard.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A package that is installed in a folder.
 *
 * @param name as indexes compare it: lower case, words joined by hyphens
 * @param expression its licence in the language of SPDX; empty where it names one in words only
 * @param licence its licence in its own words; empty where it says nothing
 */
record PythonPackage(String name, String version, String expression, String licence) {
    private static final String CLASSIFIER = "License :: OSI Approved :: ";

    /** All packages of a folder, by name. */
    static List<PythonPackage> in(Path folder) throws IOException {
        List<PythonPackage> packages = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".dist-info"))
                    .sorted()
                    .toList()) {
                packages.add(parse(Files.readAllLines(file.resolve("METADATA"))));
            }
        }
        return packages;
    }

    /** The package that the lines of a file METADATA describe. */
    static PythonPackage parse(List<String> lines) {
        String name = "";
        String version = "";
        String expression = "";
        String licence = "";
        String classifier = "";
        for (String line : lines) {
            if (line.isEmpty()) {
                break;
            }
            int colon = line.indexOf(": ");
            String value = colon < 0 ? "" : line.substring(colon + 2).strip();
            switch (colon < 0 ? "" : line.substring(0, colon)) {
                case "Name" -> name = value.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
                case "Version" -> version = value;
                case "License-Expression" -> expression = value;
                case "License" -> licence = value;
                case "Classifier" ->
                    classifier = value.startsWith(CLASSIFIER) ? value.substring(CLASSIFIER.length()) : classifier;
                default -> {
                    // Says nothing that is asked for here.
                }
            }
        }
        return new PythonPackage(name, version, expression, licence.isEmpty() ? classifier : licence);
    }
}

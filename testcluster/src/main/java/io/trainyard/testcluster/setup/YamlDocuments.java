package io.trainyard.testcluster.setup;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** The documents of a YAML stream. */
public final class YamlDocuments {

    private static final Pattern SEPARATOR = Pattern.compile("^---(?:[ \\t].*)?$", Pattern.MULTILINE);
    private static final Pattern CONTENT = Pattern.compile("^\\s*[^\\s#]", Pattern.MULTILINE);

    private YamlDocuments() {}

    /** Splits a stream; documents that are empty or hold comments only are left out. */
    public static List<String> split(String stream) {
        return Arrays.stream(SEPARATOR.split(stream))
                .filter(document -> CONTENT.matcher(document).find())
                .toList();
    }
}

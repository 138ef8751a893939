package io.trainyard.dashboard.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of the page, in memory: they are few and small, and a read-only container has no place to unpack them. No other file can be asked
 * for.
 */
public final class Assets {
    private static final String OURS = "/io/trainyard/dashboard/page/";
    private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

    private static final Map<String, String> OTHERS = Map.of(
            "vendor/uplot.js", UPLOT + "uPlot.esm.js",
            "vendor/uplot.css", UPLOT + "uPlot.min.css");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");

    private final Map<String, Asset> files;

    /**
     * A file.
     *
     * @param tag changes with the content, in quotes
     */
    public record Asset(Buffer content, String type, String tag) {}

    private Assets(Map<String, Asset> files) {
        this.files = Map.copyOf(files);
    }

    /** Reads all of them; takes a moment, so not on an event loop. */
    public static Assets read() {
        Map<String, Asset> files = new HashMap<>();
        for (String name : names()) {
            files.put(name, asset(name, OURS + name));
        }
        OTHERS.forEach((name, resource) -> files.put(name, asset(name, resource)));
        return new Assets(files);
    }

    /** The file of that path below the page's address; the page itself has none. */
    public Optional<Asset> get(String path) {
        return Optional.ofNullable(files.get(path.isEmpty() ? "index.html" : path));
    }

    /** Paths of the files that we wrote. */
    static List<String> names() {
        return new String(bytes(OURS + "files.txt"), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static Asset asset(String name, String resource) {
        byte[] content = bytes(resource);
        String type = TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
        return new Asset(Buffer.buffer(content), type, EntityTag.of(content));
    }

    private static byte[] bytes(String resource) {
        try (InputStream stream = Assets.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("missing in this distribution: " + resource);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

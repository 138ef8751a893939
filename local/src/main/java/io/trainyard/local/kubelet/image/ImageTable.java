package io.trainyard.local.kubelet.image;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.List;
import java.util.Optional;

/** Looks images up by name, without tag and digest; the user's entries first, then the built-in ones. Immutable. */
public final class ImageTable {
    private record Row(LinearPattern pattern, ImageEntry entry) {}

    private final List<Row> rows;
    private final InitializerOptions initializer;

    /**
     * A table.
     *
     * @param entries of the user; they come first
     * @param initializer what runs in place of images that fetch data sets and models
     */
    public ImageTable(List<ImageEntry> entries, InitializerOptions initializer) {
        this.rows = entries.stream()
                .map(entry -> new Row(glob(entry.match()), entry))
                .toList();
        this.initializer = initializer;
    }

    /**
     * The first entry that matches; empty when nothing is known.
     *
     * @param container name of the container that has the image
     */
    public Optional<ImageEntry> find(String image, String container) {
        String name = plain(image);
        return rows.stream()
                .filter(row -> row.pattern().matches(name))
                .map(Row::entry)
                .findFirst()
                .or(() -> InitializerImage.of(name, container, initializer));
    }

    private static String plain(String image) {
        int digest = image.indexOf('@');
        String name = digest < 0 ? image : image.substring(0, digest);
        int tag = name.indexOf(':', name.lastIndexOf('/') + 1);
        return tag < 0 ? name : name.substring(0, tag);
    }

    private static LinearPattern glob(String glob) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            expression.append(c == '*' ? ".*" : c == '?' ? "." : "\\Q" + c + "\\E");
        }
        return LinearPattern.of(expression.toString());
    }
}

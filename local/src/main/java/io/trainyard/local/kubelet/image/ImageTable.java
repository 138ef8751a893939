package io.trainyard.local.kubelet.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks images up by name, without tag and digest; the user's entries first, then the built-in ones. Immutable. */
public final class ImageTable {
    private record Row(Pattern pattern, ImageEntry entry) {}

    private final List<Row> rows = new ArrayList<>();

    /**
     * A table.
     *
     * @param entries of the user, before the built-in ones
     */
    public ImageTable(List<ImageEntry> entries) {
        List<ImageEntry> all = new ArrayList<>(entries);
        all.addAll(BuiltInImages.entries());
        all.forEach(entry -> rows.add(new Row(glob(entry.match()), entry)));
    }

    /** The first entry that matches; empty when nothing is known. */
    public Optional<ImageEntry> find(String image) {
        String name = plain(image);
        return rows.stream()
                .filter(row -> row.pattern().matcher(name).matches())
                .map(Row::entry)
                .findFirst();
    }

    private static String plain(String image) {
        int digest = image.indexOf('@');
        String name = digest < 0 ? image : image.substring(0, digest);
        int tag = name.indexOf(':', name.lastIndexOf('/') + 1);
        return tag < 0 ? name : name.substring(0, tag);
    }

    private static Pattern glob(String glob) {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            expression.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(expression.toString());
    }
}

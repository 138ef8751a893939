package io.trainyard.local.kubelet;

import io.trainyard.local.kubelet.ProgramOptions.ImageEntry;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks images up by name, without tag and digest (LOCAL-62). */
final class ImageTable {
    private ImageTable() {}

    static Optional<ImageEntry> find(List<ImageEntry> entries, String image) {
        String name = plain(image);
        return entries.stream()
                .filter(entry -> glob(entry.match()).matcher(name).matches())
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
        for (char c : glob.toCharArray()) {
            expression.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
        }
        return Pattern.compile(expression.toString());
    }
}

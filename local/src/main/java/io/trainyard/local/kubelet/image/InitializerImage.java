package io.trainyard.local.kubelet.image;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Images that fetch data sets and models, or take results away. Here the same program runs on the Python of this machine. Pure. */
public final class InitializerImage {
    /** With these the program says that it would end in the same way again: wrong address, nothing there, forbidden, disk full, nothing to fetch. */
    public static final Set<Integer> PERMANENT_EXIT_CODES = Set.of(2, 3, 4, 7, 8);

    private static final String MODULE = "trainyard_initializer";
    private static final LinearPattern NAME =
            LinearPattern.of("(?:.*/)?(?:(dataset|model|storage|trainyard)-)?initializer");
    private static final LinearPattern STEP = LinearPattern.of("(dataset|model)-initializer");

    private InitializerImage() {}

    /**
     * What runs in place of an image.
     *
     * @param image without tag and digest
     * @param container its name, which says what is fetched where the image does not
     * @return empty for other images
     */
    static Optional<ImageEntry> of(String image, String container, InitializerOptions options) {
        Matcher name = NAME.matcher(image);
        if (!name.matches()) {
            return Optional.empty();
        }
        Map<String, String> environment = new LinkedHashMap<>();
        options.library().ifPresent(folder -> environment.put("PYTHONPATH", folder.toString()));
        options.cache().ifPresent(folder -> environment.put("CACHE_PATH", folder.toString()));
        options.packages().ifPresent(folder -> environment.put("TRAINYARD_INITIALIZER_ENVIRONMENT", folder.toString()));
        Matcher step = STEP.matcher(container);
        boolean told = name.group(1) != null && STEP.matches(name.group(1) + "-initializer");
        List<String> args = told ? List.of(name.group(1)) : step.matches() ? List.of(step.group(1)) : List.of();
        return Optional.of(
                new ImageEntry(image, List.of("python3", "-m", MODULE), args, environment, "", Optional.empty()));
    }

    /** Whether this is what {@link #of} has found. */
    public static boolean runsIn(ImageEntry entry) {
        return isProgram(entry.entrypoint());
    }

    /** Whether a command is that of the program that fetches. */
    public static boolean isProgram(List<String> command) {
        return command.contains(MODULE);
    }
}

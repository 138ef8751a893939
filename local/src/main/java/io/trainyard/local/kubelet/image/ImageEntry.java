package io.trainyard.local.kubelet.image;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of an image.
 *
 * @param match glob for the image without tag and digest; {@code *} also stands for slashes
 * @param entrypoint what runs when a container has no command; may be empty
 * @param args what is added to it when the container has no args
 * @param environment variables that the image would set
 * @param workingFolder where it would start, as the container sees it; empty for none
 * @param python interpreter whose folder comes first in PATH
 */
public record ImageEntry(
        String match,
        List<String> entrypoint,
        List<String> args,
        Map<String, String> environment,
        String workingFolder,
        Optional<Path> python) {
    public ImageEntry {
        entrypoint = List.copyOf(entrypoint);
        args = List.copyOf(args);
        environment = Map.copyOf(environment);
    }
}

package io.trainyard.local.kubelet;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How programs are run. Immutable; begin with {@link #DEFAULT}.
 *
 * @param images what is known of images, the first match counts (LOCAL-62)
 * @param python interpreter whose folder comes first in PATH
 * @param inherited variables of this process that programs get beside the usual ones; {@code all} for all of them
 * @param overrides variables that win over everything else (LOCAL-65)
 * @param splitsWords whether a command of one element with spaces in it is split into words (LOCAL-64)
 * @param gpus names of the GPUs of this machine; empty to ask the machine
 * @param sharesGpus whether several pods may get the same GPU (LOCAL-71)
 */
public record ProgramOptions(
        List<ImageEntry> images,
        Optional<Path> python,
        Set<String> inherited,
        Map<String, String> overrides,
        boolean splitsWords,
        Optional<List<String>> gpus,
        boolean sharesGpus) {
    public static final ProgramOptions DEFAULT =
            new ProgramOptions(List.of(), Optional.empty(), Set.of(), Map.of(), false, Optional.empty(), false);

    public ProgramOptions {
        images = List.copyOf(images);
        inherited = Set.copyOf(inherited);
        overrides = Map.copyOf(overrides);
        gpus = gpus.map(List::copyOf);
    }

    /**
     * What is known of an image, as it cannot be looked into.
     *
     * @param match glob for the image without tag and digest
     * @param entrypoint what runs when a container has no command; may be empty
     * @param args what is added to it when the container has no args
     * @param environment variables that the image would set
     * @param workingFolder where it would start; empty for none
     */
    public record ImageEntry(
            String match,
            List<String> entrypoint,
            List<String> args,
            Map<String, String> environment,
            String workingFolder) {
        public ImageEntry {
            entrypoint = List.copyOf(entrypoint);
            args = List.copyOf(args);
            environment = Map.copyOf(environment);
        }
    }

    public ProgramOptions withImages(List<ImageEntry> entries) {
        return new ProgramOptions(entries, python, inherited, overrides, splitsWords, gpus, sharesGpus);
    }

    public ProgramOptions withPython(Path interpreter) {
        return new ProgramOptions(
                images, Optional.of(interpreter), inherited, overrides, splitsWords, gpus, sharesGpus);
    }

    public ProgramOptions withInherited(Set<String> names) {
        return new ProgramOptions(images, python, names, overrides, splitsWords, gpus, sharesGpus);
    }

    public ProgramOptions withOverrides(Map<String, String> variables) {
        return new ProgramOptions(images, python, inherited, variables, splitsWords, gpus, sharesGpus);
    }

    public ProgramOptions splittingWords() {
        return new ProgramOptions(images, python, inherited, overrides, true, gpus, sharesGpus);
    }

    public ProgramOptions withGpus(List<String> names, boolean shared) {
        return new ProgramOptions(
                images, python, inherited, overrides, splitsWords, Optional.of(List.copyOf(names)), shared);
    }
}

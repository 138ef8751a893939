package io.trainyard.local.kubelet.volume;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A volume that should exist. */
public sealed interface VolumePlan {
    /** Name of the volume in its pod. */
    String name();

    /** Where it is on this machine. */
    Path root();

    /** A folder that is empty at first and belongs to the pod. */
    record Scratch(String name, Path root) implements VolumePlan {}

    /** A folder that outlives the pod. */
    record Kept(String name, Path root) implements VolumePlan {}

    /** Something that is there already, or that is made as its type says. */
    record Host(String name, Path root, String type) implements VolumePlan {}

    /**
     * A folder with files.
     *
     * @param hidden whether only its owner may look into it
     */
    record Files(String name, Path root, List<Entry> entries, boolean hidden) implements VolumePlan {
        public Files {
            entries = List.copyOf(entries);
        }

        /** The same with other texts; what is large or not text stays as it is. */
        public Files withTexts(UnaryOperator<String> change) {
            return new Files(
                    name,
                    root,
                    entries.stream().map(entry -> entry.withText(change)).toList(),
                    hidden);
        }
    }

    /**
     * A file of a volume.
     *
     * @param path relative
     * @param mode permission bits
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Entry(String path, byte[] content, int mode) {
        private static final int MAX_TEXT_BYTES = 1 << 20;

        Entry withText(UnaryOperator<String> change) {
            if (content.length >= MAX_TEXT_BYTES) {
                return this;
            }
            try {
                String before = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(content))
                        .toString();
                return new Entry(path, change.apply(before).getBytes(StandardCharsets.UTF_8), mode);
            } catch (CharacterCodingException binary) {
                // Not text, so there is no name in it.
                return this;
            }
        }
    }
}

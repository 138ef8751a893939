package io.trainyard.local.kubelet.gpu;

import com.google.re2j.Matcher;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads what the tools of the vendors print. Pure. */
final class GpuListing {
    private static final LinearPattern CARD = LinearPattern.of("GPU (\\d+): .*?(?:\\(UUID: (\\S+)\\))?\\s*");
    private static final LinearPattern SLICE =
            LinearPattern.of("\\s+MIG (\\S+)\\s+Device\\s+\\d+:\\s+\\(UUID: (\\S+)\\)\\s*");
    private static final LinearPattern AMD_CARD = LinearPattern.of("GPU\\[(\\d+)\\]");

    private GpuListing() {}

    /**
     * What {@code nvidia-smi -L} lists. A card that is cut into slices is not offered as a whole.
     *
     * @param visible value of CUDA_VISIBLE_DEVICES of the user, who may have been given only some of them; null when not set
     */
    static List<Gpu> nvidia(String listing, @org.jspecify.annotations.Nullable String visible) {
        List<Gpu> gpus = new ArrayList<>();
        List<Set<String>> names = new ArrayList<>();
        Set<String> card = Set.of();
        boolean whole = false;
        for (String line : listing.lines().toList()) {
            Matcher slice = SLICE.matcher(line);
            Matcher next = CARD.matcher(line);
            if (slice.matches() && !card.isEmpty()) {
                if (whole) {
                    gpus.remove(gpus.size() - 1);
                    names.remove(names.size() - 1);
                    whole = false;
                }
                gpus.add(new Gpu("nvidia.com/mig-" + slice.group(1), slice.group(2)));
                names.add(Set.of(slice.group(2)));
            } else if (next.matches()) {
                card = next.group(2) == null ? Set.of(next.group(1)) : Set.of(next.group(1), next.group(2));
                gpus.add(new Gpu(Gpu.NVIDIA, next.group(1)));
                names.add(card);
                whole = true;
            }
        }
        return visible == null ? gpus : restricted(gpus, names, visible);
    }

    // As CUDA reads it: in the order given, up to the first that does not exist.
    private static List<Gpu> restricted(List<Gpu> gpus, List<Set<String>> names, String visible) {
        List<Gpu> chosen = new ArrayList<>();
        for (String wanted : visible.split(",")) {
            int found = -1;
            for (int i = 0; i < names.size(); i++) {
                found = names.get(i).contains(wanted.strip()) ? i : found;
            }
            if (found < 0) {
                break;
            }
            chosen.add(gpus.get(found));
        }
        return chosen;
    }

    /** What {@code rocm-smi -i} lists: several lines for each card. */
    static List<Gpu> amd(String listing) {
        Set<String> indexes = new LinkedHashSet<>();
        Matcher card = AMD_CARD.matcher(listing);
        while (card.find()) {
            indexes.add(card.group(1));
        }
        return indexes.stream().map(index -> new Gpu(Gpu.AMD, index)).toList();
    }
}

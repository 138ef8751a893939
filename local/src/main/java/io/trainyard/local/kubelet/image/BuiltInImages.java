package io.trainyard.local.kubelet.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What Trainyard knows of images by itself. */
final class BuiltInImages {
    private static final List<String> FRAMEWORKS =
            List.of("pytorch", "torchtune", "deepspeed", "mlx", "jax", "xgboost", "tensorflow", "paddle");

    private BuiltInImages() {}

    static List<ImageEntry> entries() {
        List<ImageEntry> entries = new ArrayList<>();
        for (String framework : FRAMEWORKS) {
            entries.add(ImageEntry.setting("*" + framework + "*", Map.of("PYTHONUNBUFFERED", "1")));
        }
        return entries;
    }
}

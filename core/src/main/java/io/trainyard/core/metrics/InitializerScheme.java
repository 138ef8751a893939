package io.trainyard.core.metrics;

import io.fabric8.kubernetes.api.model.EnvVar;
import io.trainyard.spi.model.Initializer;
import io.trainyard.spi.model.InitializerSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerApi;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where an initializer loads from, as a label with few values. Pure. */
final class InitializerScheme {
    /** The TrainJob leaves the source to its runtime. */
    static final String OF_RUNTIME = "runtime";

    private static final String OTHER = "other";
    private static final String VARIABLE = "STORAGE_URI";

    /** The schemes that initializers understand; anything else would let users make as many series as they like. */
    private static final Set<String> KNOWN = Set.of(
            "hf", "s3", "cache", "gs", "pvc", "file", "az", "azblob", "oss", "obs", "cos", "hdfs", "http", "https");

    private InitializerScheme() {}

    /**
     * The scheme of the source, in lower case; {@code other} for one that is unknown, {@code runtime} where the TrainJob names no source.
     *
     * @param ancestor role of the initializer
     */
    static String of(TrainJob trainJob, String ancestor) {
        return Optional.ofNullable(trainJob.getSpec())
                .map(spec -> spec.initializer())
                .map(initializer -> source(initializer, ancestor))
                .flatMap(InitializerScheme::uri)
                .map(InitializerScheme::scheme)
                .orElse(OF_RUNTIME);
    }

    private static @Nullable InitializerSource source(Initializer initializer, String ancestor) {
        return ancestor.equals(TrainerApi.ANCESTOR_DATASET_INITIALIZER) ? initializer.dataset() : initializer.model();
    }

    /** A variable of the user wins over the field. */
    private static Optional<String> uri(InitializerSource source) {
        return source.env().stream()
                .filter(variable -> VARIABLE.equals(variable.getName()))
                .reduce((earlier, later) -> later)
                .map(EnvVar::getValue)
                .or(() -> Optional.ofNullable(source.storageUri()));
    }

    private static String scheme(String uri) {
        int end = uri.indexOf("://");
        String scheme = end < 0 ? "" : uri.substring(0, end).toLowerCase(Locale.ROOT);
        return KNOWN.contains(scheme) ? scheme : OTHER;
    }
}

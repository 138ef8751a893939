package io.trainyard.core.report;

import com.google.re2j.Matcher;
import io.trainyard.foundation.name.DnsName;
import io.trainyard.foundation.regex.LinearPattern;
import io.trainyard.spi.model.ResourceKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the reports of a TrainJob go, and whom tokens for that are meant for. Pure. */
public final class StatusPath {
    private static final String GROUP = "trainer.kubeflow.org/v1alpha1";
    private static final LinearPattern PATH =
            LinearPattern.of("/apis/" + GROUP.replace(".", "\\.") + "/namespaces/([^/]+)/trainjobs/([^/]+)/status");

    private StatusPath() {}

    /** The path of a TrainJob's reports. */
    public static String of(ResourceKey trainJob) {
        return "/apis/" + audience(trainJob);
    }

    /** The audience of a token that may report for a TrainJob. */
    public static String audience(ResourceKey trainJob) {
        return GROUP + "/namespaces/" + trainJob.namespace() + "/trainjobs/" + trainJob.name() + "/status";
    }

    /** The TrainJob that a path names; empty for any other path, and for names that no TrainJob can have. */
    public static Optional<ResourceKey> read(@Nullable String path) {
        Matcher matcher = PATH.matcher(path == null ? "" : path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ResourceKey(decoded(matcher.group(1)), decoded(matcher.group(2))))
                    .filter(key -> DnsName.isLabel(key.namespace()) && DnsName.isSubdomain(key.name()));
        } catch (IllegalArgumentException brokenEscape) {
            return Optional.empty();
        }
    }

    /** A plus sign stands for itself in a path. */
    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}

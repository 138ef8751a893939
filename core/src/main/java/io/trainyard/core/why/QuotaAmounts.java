package io.trainyard.core.why;

import io.trainyard.foundation.regex.PlainText;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The amounts in the API server's message about a quota, in words. Pure. */
final class QuotaAmounts {
    private QuotaAmounts() {}

    /**
     * As the end of a sentence: {@code 8 nvidia.com/gpu, of which 8 of 8 are in use}.
     *
     * @param requested amounts by resource, as in {@code pods=1,requests.cpu=2}
     * @param used those in use
     * @param limited those that the quota allows
     */
    static String sentence(String requested, String used, String limited) {
        Map<String, String> inUse = amounts(used);
        Map<String, String> allowed = amounts(limited);
        return amounts(requested).entrySet().stream()
                .map(amount -> amount.getValue() + " " + shortName(amount.getKey()) + " while "
                        + inUse.getOrDefault(amount.getKey(), "an unknown part") + " of "
                        + allowed.getOrDefault(amount.getKey(), "an unknown amount") + " is in use")
                .collect(Collectors.joining(", and for "));
    }

    private static Map<String, String> amounts(String text) {
        Map<String, String> amounts = new LinkedHashMap<>();
        Arrays.stream(text.split(",")).map(String::strip).forEach(part -> {
            int equals = part.indexOf('=');
            if (equals > 0) {
                amounts.put(part.substring(0, equals), part.substring(equals + 1));
            }
        });
        return amounts;
    }

    /** Of requests and limits users know the resource alone. */
    private static String shortName(String resource) {
        return resource.startsWith("limits.")
                ? resource.substring("limits.".length()) + " (limit)"
                : PlainText.withoutStart(resource, "requests.");
    }
}

package io.trainyard.launcher.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** Values that no user writes by accident: numbers at and beyond every limit, texts that are read as something, other types. */
final class Strange {
    private static final List<Long> NUMBERS = LongStream.of(
                    0,
                    1,
                    -1,
                    2,
                    3,
                    16,
                    17,
                    63,
                    64,
                    65,
                    1024,
                    65_535,
                    65_536,
                    99_999,
                    100_000,
                    100_001,
                    Integer.MAX_VALUE - 1L,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE + 1L,
                    Integer.MIN_VALUE,
                    Long.MAX_VALUE,
                    Long.MIN_VALUE)
            .boxed()
            .toList();

    private static final List<Double> FRACTIONS =
            List.of(0.5, -0.0, 1e300, -1e300, 1e-300, 2147483647.5, 9.3e18, Double.MIN_VALUE);

    private static final List<String> AMOUNTS = List.of(
            "0",
            "500m",
            "1n",
            "+5",
            "-1",
            "8Ei",
            "1000E",
            "9223372036854775807",
            "9223372036854775808",
            "1e999",
            "1e1000",
            "1e-999",
            "1e1000000",
            "1e30000000",
            "1e-100000000",
            "1e99999999999",
            "9".repeat(256),
            "9".repeat(257),
            "1.".concat("0".repeat(300)),
            "1Kii",
            "NaN",
            "Infinity",
            "0x10");

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "a",
            "A",
            "node",
            "trainer",
            "launcher",
            "dataset-initializer",
            "model-initializer",
            "-",
            "a-",
            "a.b",
            "a/b",
            "a.io/b",
            "/",
            "..",
            "../../etc",
            "a b",
            "a\nb",
            "\u0000",
            "\ud83d",
            "ä",
            "$(HOME)",
            "$$(A",
            "{{ .X }}",
            "${jndi:ldap://x}",
            "x".repeat(63),
            "x".repeat(64),
            "x".repeat(253),
            "x".repeat(254),
            "x".repeat(5_000),
            "auto",
            "gpu",
            "cpu",
            "4",
            "04",
            "0.5",
            "s3://a/b",
            "hf://",
            "://",
            "http://[",
            "2026-01-01T00:00:00Z",
            "2026-13-45",
            "true",
            "null",
            "TrainingRuntime",
            "trainer.kubeflow.org",
            "example.com/controller",
            "kueue.x-k8s.io/multikueue",
            "trainer.kubeflow.org/trainjob-ancestor-step");

    private static final int DEEPEST = 400;

    private Strange() {}

    /** One of them; objects and lists are new each time. */
    static Object value(Choices choices) {
        return switch (choices.below(8)) {
            case 0, 1 -> choices.of(NUMBERS);
            case 2 -> choices.of(FRACTIONS);
            case 3 -> choices.of(AMOUNTS);
            case 4, 5 -> choices.of(TEXTS);
            case 6 -> choices.oneIn(2);
            default -> container(choices);
        };
    }

    /** A number near another one, or at a limit. */
    static Object near(Number number, Choices choices) {
        long value = number.longValue();
        return switch (choices.below(5)) {
            case 0 -> value + 1;
            case 1 -> value - 1;
            case 2 -> -value;
            case 3 -> choices.of(AMOUNTS);
            default -> choices.of(NUMBERS);
        };
    }

    /** A text near another one. */
    static Object near(String text, Choices choices) {
        return switch (choices.below(9)) {
            case 0 -> text + choices.of(TEXTS);
            case 1 -> choices.of(TEXTS) + text;
            case 2 -> text.isEmpty() ? "x" : text.substring(0, choices.below(text.length()));
            case 3 -> text.toUpperCase(java.util.Locale.ROOT);
            case 4 -> text.repeat(1 + choices.below(40));
            case 5 -> choices.of(AMOUNTS);
            case 6 -> choices.of(NUMBERS);
            default -> choices.of(TEXTS);
        };
    }

    private static Object container(Choices choices) {
        return switch (choices.below(6)) {
            case 0 -> new LinkedHashMap<String, Object>();
            case 1 -> new ArrayList<Object>();
            case 2 -> new ArrayList<Object>(List.of(choices.of(TEXTS)));
            case 3 -> new ArrayList<Object>(List.of(new LinkedHashMap<>(Map.of("name", choices.of(TEXTS)))));
            case 4 -> new LinkedHashMap<String, Object>(Map.of(choices.of(TEXTS), choices.of(TEXTS)));
            default -> deep(choices);
        };
    }

    private static Object deep(Choices choices) {
        Object value = "bottom";
        boolean list = choices.oneIn(2);
        for (int i = choices.below(DEEPEST); i > 0; i--) {
            value = list ? new ArrayList<>(List.of(value)) : new LinkedHashMap<>(Map.of("a", value));
        }
        return value;
    }
}

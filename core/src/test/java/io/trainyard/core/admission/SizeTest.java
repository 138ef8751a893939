package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.config.SizeLimits;
import io.trainyard.core.manifest.ObjectSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Objects that are too large are refused at admission, with their size and what to do (VAL-104)")
final class SizeTest {
    private final AdmissionFixture world = new AdmissionFixture();

    @ParameterizedTest(name = "{0} KiB")
    @DisplayName("a runtime may have 128 KiB")
    @CsvSource({"127, true", "129, false"})
    void ofARuntime(int kib, boolean fits) {
        AdmissionResponse answer = world.createRuntime(runtime(kib));

        assertThat(answer.allowed()).isEqualTo(fits);
        if (!fits) {
            says(answer, "has 129 KiB of JSON, and a runtime may have 128;", "trainyard.admission.maxRuntimeKiB");
        }
    }

    @ParameterizedTest(name = "{0} KiB")
    @DisplayName("a TrainJob may have 256 KiB")
    @CsvSource({"255, true", "257, false"})
    void ofATrainJob(int kib, boolean fits) {
        AdmissionResponse answer = world.create(trainJob(kib));

        assertThat(answer.allowed()).isEqualTo(fits);
        if (!fits) {
            says(answer, "has 257 KiB of JSON, and a TrainJob may have 256;", "trainyard.admission.maxTrainJobKiB");
        }
    }

    @Test
    @DisplayName("what the API server and kubectl keep beside it does not count, nor does the status")
    void whatDoesNotCount() {
        String much = "x".repeat(200 << 10);
        Map<String, Object> object = AdmissionFixture.trainJob("{}");
        Map<String, Object> metadata = new LinkedHashMap<>(Map.of("name", "demo", "namespace", "team-a"));
        metadata.put("managedFields", much);
        metadata.put("annotations", Map.of("kubectl.kubernetes.io/last-applied-configuration", much));
        object.put("metadata", metadata);
        object.put("status", Map.of("note", much));

        assertThat(SizeLimits.DEFAULT.ofTrainJob(ObjectSize.of(object))).isEmpty();
        metadata.put("annotations", Map.of("note", much + much));
        assertThat(SizeLimits.DEFAULT.ofTrainJob(ObjectSize.of(object))).isPresent();
    }

    @Test
    @DisplayName("one from before the rule can still be labelled and suspended, but not changed")
    void fromBefore() {
        assertThat(world.update(trainJob(257), trainJob(257)).allowed()).isTrue();
        assertThat(world.update(trainJob(257), trainJob(257).replace("{trainer", "{suspend: true, trainer"))
                        .allowed())
                .isTrue();
        assertThat(world.update(trainJob(257), trainJob(258)).allowed()).isFalse();
        Map<String, Object> large = AdmissionFixture.runtime(runtime(129));
        assertThat(world.runtime(large, large).allowed()).isTrue();
        assertThat(world.runtime(AdmissionFixture.runtime(runtime(130)), large).allowed())
                .isFalse();
    }

    @Test
    @DisplayName("an administrator may raise the numbers, and the message states them")
    void raised() {
        world.settings = new AdmissionSettings(
                AdmissionSettings.Strictness.WARN,
                AdmissionSettings.Strictness.WARN,
                "",
                Map.of(),
                Optional.empty(),
                new SizeLimits(200, 300));

        assertThat(world.createRuntime(runtime(199)).allowed()).isTrue();
        assertThat(world.create(trainJob(299)).allowed()).isTrue();
        says(world.createRuntime(runtime(900)), "has 900 KiB of JSON, and a runtime may have 200;");
    }

    private static String trainJob(int kib) {
        return "{trainer: {args: [\"" + "x".repeat(kib * 1024 - 512) + "\"]}}";
    }

    private static String runtime(int kib) {
        return AdmissionFixture.PLAIN.replace(
                "{name: node, image: t}", "{name: node, image: t, args: [\"" + "x".repeat(kib * 1024 - 900) + "\"]}");
    }

    private static void says(AdmissionResponse answer, String... words) {
        assertThat(answer.causes()).singleElement().satisfies(cause -> {
            assertThat(cause.path()).isEqualTo("spec");
            assertThat(cause.toString()).contains(words).contains("ConfigMap");
        });
    }
}

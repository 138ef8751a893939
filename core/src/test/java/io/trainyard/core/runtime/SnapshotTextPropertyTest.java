package io.trainyard.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.trainyard.spi.model.JobSetTemplate;
import io.trainyard.spi.model.TrainingRuntime;
import io.trainyard.spi.model.TrainingRuntimeSpec;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

@Label("SnapshotText (PIPE-70): whatever a template says, its snapshot says the same")
final class SnapshotTextPropertyTest {
    @Property(tries = 1000, seed = "20260101")
    void everyTextAndNumberComesBackAsItWas(@ForAll("values") Object value) throws JsonProcessingException {
        Map<String, Object> template = Map.of("list", List.of(value), "field", value);
        TrainingRuntime runtime = new TrainingRuntime();
        runtime.getMetadata().setName("r");
        runtime.setSpec(new TrainingRuntimeSpec(null, null, new JobSetTemplate(null, template)));
        assertThat(SnapshotText.read(SnapshotText.write(runtime)).getSpec()).isEqualTo(runtime.getSpec());
        assertThat(SnapshotText.readBack(runtime).getSpec())
                .as("without the text")
                .isEqualTo(runtime.getSpec());
    }

    @Provide
    Arbitrary<Object> values() {
        return Arbitraries.oneOf(
                Arbitraries.strings().withChars("0123456789.eE+-_xobinfaN:").ofMaxLength(6),
                Arbitraries.strings()
                        .withChars("ab -:#\n\t'\"{}[]&*!|>%@.,?\\~=")
                        .ofMaxLength(8),
                Arbitraries.of(
                        "true", "No", "y", "null", "NULL", "~", "Infinity", "-Infinity", ".NaN", "1e-4", "<<", "="),
                Arbitraries.integers(),
                Arbitraries.longs().filter(number -> number != (int) (long) number),
                Arbitraries.doubles().between(-1e6, 1e6),
                Arbitraries.of(true, false));
    }
}

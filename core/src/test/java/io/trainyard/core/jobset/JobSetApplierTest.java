package io.trainyard.core.jobset;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.apply.Confirmation;
import io.trainyard.core.apply.OwnWrites;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.RefusingKubeApi;
import io.trainyard.foundation.time.ManualTimeSource;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("JobSetApplier")
final class JobSetApplierTest {
    @ParameterizedTest(name = "{0}, code {1}, reason \"{2}\": looked for {3} times")
    @CsvSource({
        "NOT_FOUND, 404, '', 1",
        "INVALID, 405, MethodNotAllowed, 1",
        "NOT_FOUND, 404, NotFound, 0",
        "INVALID, 422, Invalid, 0"
    })
    @DisplayName(
            "a create that fails because JobSets are not served, or are being removed, has that kind looked for; one in a missing namespace does not (PIPE-06)")
    void aMissingKindIsLookedFor(ApiFailure.Kind kind, int code, String reason, int looks) {
        ManualTimeSource time = new ManualTimeSource(Instant.parse("2026-01-05T11:00:00Z"));
        InMemoryKubeApi empty = new InMemoryKubeApi(time);
        AtomicInteger looked = new AtomicInteger();
        JobSetApplier applier = new JobSetApplier(
                new RefusingKubeApi() {
                    @Override
                    public <T extends HasMetadata> Uni<T> create(T object) {
                        return Uni.createFrom().failure(new ApiFailure(kind, code, reason, "refused", null, null));
                    }
                },
                new ObservedJobSets(
                        new OwnWrites<>(empty.cache(JobSet.class, Map.of()), time), looked::incrementAndGet),
                new ServiceConflicts(empty.cache(Service.class, Map.of())));

        assertThatExceptionOfType(ApiFailure.class).isThrownBy(() -> applier.apply(
                        trainJob("demo", "{}"), JobSets.owned("{}", "{}"), Confirmation.NOT_NEEDED)
                .await()
                .indefinitely());

        assertThat(looked).hasValue(looks);
    }
}

package io.trainyard.core.progress;

import static io.trainyard.core.fixture.Manifests.trainJob;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.mutiny.helpers.test.UniAssertSubscriber;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.core.kube.InMemoryKubeApi;
import io.trainyard.core.kube.Preconditions;
import io.trainyard.foundation.time.ManualTimeSource;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainerStatus;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("AppliedStatus (SSRV-13)")
final class AppliedStatusTest {
    private static final TrainerStatus STATUS = new TrainerStatus(45, null, List.of(), "2026-03-01T10:30:45Z");

    private final InMemoryKubeApi api = new InMemoryKubeApi(new ManualTimeSource());
    private final AppliedStatus writer = new AppliedStatus(api);

    @Test
    void aReportIsWrittenToTheTrainJobThatItIsAbout() {
        write(created()).assertCompleted();

        assertThat(live().statusOrEmpty().trainerStatus()).isEqualTo(STATUS);
    }

    @Test
    @DisplayName("the next TrainJob of that name gets nothing of it")
    void namesakes() {
        TrainJob old = created();
        api.delete(TrainJob.class, "team-a", "bert", Preconditions.of(old))
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted();
        created();

        write(old).assertFailedWith(ApiFailure.class);

        assertThat(live().statusOrEmpty().trainerStatus()).isNull();
    }

    private UniAssertSubscriber<Void> write(TrainJob trainJob) {
        return writer.write(trainJob, STATUS).subscribe().withSubscriber(UniAssertSubscriber.create());
    }

    private TrainJob created() {
        TrainJob job = trainJob("bert", "{runtimeRef: {name: plain}}");
        job.getMetadata().setUid(null);
        job.getMetadata().setResourceVersion(null);
        return api.create(job)
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted()
                .getItem();
    }

    private TrainJob live() {
        return api.get(TrainJob.class, "team-a", "bert")
                .subscribe()
                .withSubscriber(UniAssertSubscriber.create())
                .assertCompleted()
                .getItem()
                .orElseThrow();
    }
}

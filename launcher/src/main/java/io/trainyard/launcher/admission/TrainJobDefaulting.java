package io.trainyard.launcher.admission;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.core.config.AdmissionSettings;
import io.trainyard.core.plugin.Plugins;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.Resource;
import io.trainyard.spi.model.TrainerApi;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The mutating webhook of TrainJobs. It reads runtimes where they are stored, so it answers at once. */
final class TrainJobDefaulting implements AdmissionHook {
    private static final AdmissionResponse UNCHANGED = AdmissionResponse.allowed(List.of());

    private final TimeSource time;

    TrainJobDefaulting(TimeSource time) {
        this.time = time;
    }

    @Override
    public String name() {
        return "defaulter.trainjob.trainer.kubeflow.org";
    }

    @Override
    public boolean handles(Resource resource, String subresource) {
        return resource.group().equals(TrainerApi.GROUP)
                && resource.plural().equals("trainjobs")
                && subresource.isEmpty();
    }

    @Override
    public void mutate(Write write, StoredObjects objects) {
        AdmissionWebhooks decisions =
                new AdmissionWebhooks(new StoredRuntimes(objects), Plugins.of(), AdmissionSettings.DEFAULT, time);
        answer(decisions.trainJobDefaults().review(Reviews.of(write))).changed().ifPresent(changed -> {
            Map<String, Object> complete = Reviews.sent(changed);
            complete.put("apiVersion", write.resource().apiVersion());
            write.object().clear();
            write.object().putAll(complete);
        });
    }

    /** What is missing then is what the user would have to write; the validation says so. */
    private static AdmissionResponse answer(Uni<AdmissionResponse> review) {
        CompletableFuture<AdmissionResponse> answer = review.subscribeAsCompletionStage();
        return answer.isDone() && !answer.isCompletedExceptionally() ? answer.getNow(UNCHANGED) : UNCHANGED;
    }
}

package io.trainyard.launcher.admission;

import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.local.api.request.AdmissionHook;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a cluster's webhook configurations call, as hooks of a local API server: the same decisions under the same names. The server may start first;
 * writes to TrainJobs and runtimes wait until there is somebody who can judge them. The methods may be called on any thread.
 */
public final class LocalWebhooks {
    private final Context context;
    private final TimeSource time;
    private final Promise<AdmissionWebhooks> webhooks = Promise.promise();

    /**
     * Webhooks that nobody serves yet.
     *
     * @param context where decisions are made
     * @param time any thread may use it
     */
    public LocalWebhooks(Context context, TimeSource time) {
        this.context = context;
        this.time = time;
    }

    /** The hooks for a server, in the order in which a cluster asks. */
    public List<AdmissionHook> hooks() {
        return List.of(
                new TrainJobDefaulting(time),
                validating("clustertrainingruntime", "clustertrainingruntimes", AdmissionWebhooks::runtimes),
                validating("trainingruntime", "trainingruntimes", AdmissionWebhooks::runtimes),
                validating("trainjob", "trainjobs", AdmissionWebhooks::trainJobs));
    }

    private AdmissionHook validating(
            String name, String plural, Function<AdmissionWebhooks, AdmissionWebhook> decision) {
        return new ValidatingHook("validator." + name + ".trainer.kubeflow.org", plural, request -> webhooks.future()
                .compose(all -> onContext(() -> Future.fromCompletionStage(
                        decision.apply(all).review(request).subscribeAsCompletionStage(), context))));
    }

    private Future<AdmissionResponse> onContext(Supplier<Future<AdmissionResponse>> work) {
        Promise<AdmissionResponse> answer = Promise.promise();
        context.runOnContext(ignored -> work.get().onComplete(answer));
        return answer.future();
    }

    /** From now on these decide. */
    public void serve(AdmissionWebhooks decisions) {
        webhooks.tryComplete(decisions);
    }

    /** Nobody is going to decide: writes are refused for this reason. */
    public void giveUp(Throwable cause) {
        webhooks.tryFail(cause);
    }
}

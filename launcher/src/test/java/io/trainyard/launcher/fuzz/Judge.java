package io.trainyard.launcher.fuzz;

import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.core.admission.AdmissionResponse;
import io.trainyard.core.admission.AdmissionWebhook;
import io.trainyard.core.admission.AdmissionWebhooks;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Our webhooks in an API server of this process, asked as a cluster's asks them, without HTTP. What they answer must be for a user. */
final class Judge implements AdmissionHook {
    private static final Set<Integer> FOR_USERS = Set.of(200, 400, 403, 422);
    private static final int MAX_MESSAGE_LENGTH = 64 * 1024;
    private static final String GROUP = "trainer.kubeflow.org";

    private final AdmissionWebhooks webhooks;
    private final Findings findings;

    Judge(AdmissionWebhooks webhooks, Findings findings) {
        this.webhooks = webhooks;
        this.findings = findings;
    }

    @Override
    public String name() {
        return "trainyard";
    }

    @Override
    public boolean handles(Resource resource, String subresource) {
        return resource.group().equals(GROUP) && subresource.isEmpty();
    }

    @Override
    public void mutate(Write write) {
        if (write.operation() == Operation.CREATE && write.kind().equals("TrainJob")) {
            ask(webhooks.trainJobDefaults(), write).changed().ifPresent(changed -> {
                Map<String, Object> copy = Json.parseObject(Json.bytes(changed));
                write.object().clear();
                write.object().putAll(copy);
            });
        }
    }

    @Override
    public Future<Validation> validate(Write write) {
        if (write.operation() != Operation.CREATE) {
            return Future.succeededFuture(Validation.OK);
        }
        AdmissionResponse answer =
                ask(write.kind().equals("TrainJob") ? webhooks.trainJobs() : webhooks.runtimes(), write);
        Validation.Builder refusal = Validation.builder();
        answer.causes().forEach(refusal::error);
        if (!answer.allowed() && answer.causes().isEmpty()) {
            refusal.error(FieldError.forbidden("", answer.message()));
        }
        return Future.succeededFuture(refusal.build());
    }

    private AdmissionResponse ask(AdmissionWebhook webhook, Write write) {
        return ask(webhook, write.kind(), write.resource().version(), write.object());
    }

    /** What a webhook answers to the creation of an object. */
    AdmissionResponse ask(AdmissionWebhook webhook, String kind, String version, Map<String, Object> object) {
        AdmissionRequest request = new AdmissionRequest(
                "uid",
                AdmissionRequest.Operation.CREATE,
                GROUP,
                version,
                version,
                kind,
                "",
                kind.equals("ClusterTrainingRuntime") ? "" : Corpus.NAMESPACE,
                Tree.text(object, "metadata", "name"),
                "somebody",
                true,
                Optional.of(World.received(object)),
                Optional.empty());
        AdmissionResponse answer;
        try {
            answer = webhook.review(request)
                    .subscribe()
                    .asCompletionStage()
                    .toCompletableFuture()
                    .getNow(AdmissionResponse.refused(
                            504, "", "the webhook does not answer at once", java.util.List.of(), java.util.List.of()));
        } catch (RuntimeException | Error thrown) {
            answer = AdmissionResponse.refused(500, "", thrown.toString(), java.util.List.of(), java.util.List.of());
        }
        if (!FOR_USERS.contains(answer.code())) {
            findings.add("admission of a " + kind + ": " + answer.message(), object.toString());
        }
        if (answer.message().length() > MAX_MESSAGE_LENGTH) {
            findings.add("a message of admission that nobody can read", object.toString());
        }
        return answer;
    }
}

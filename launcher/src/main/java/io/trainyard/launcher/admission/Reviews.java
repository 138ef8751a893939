package io.trainyard.launcher.admission;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.core.admission.AdmissionRequest;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.api.request.AdmissionHook.Write;
import io.trainyard.spi.model.TrainerApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Writes at a local API server as a cluster's would send them to a webhook: in our current version, and with the numbers that JSON readers make. */
final class Reviews {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Reviews() {}

    /** A write of an object. */
    static AdmissionRequest of(Write write) {
        return request(
                write,
                write.kind(),
                received(current(write.object())),
                previous(write).map(Reviews::received));
    }

    /** A write of the number of nodes through the scale subresource. */
    static AdmissionRequest ofScale(Write write) {
        return request(
                write, "Scale", received(scale(write.object())), previous(write).map(old -> received(scale(old))));
    }

    private static AdmissionRequest request(
            Write write, String kind, Map<String, Object> object, Optional<Map<String, Object>> previous) {
        String version = write.resource().version();
        boolean ofScale = kind.equals("Scale");
        return new AdmissionRequest(
                UUID.randomUUID().toString(),
                write.operation() == AdmissionHook.Operation.CREATE
                        ? AdmissionRequest.Operation.CREATE
                        : AdmissionRequest.Operation.UPDATE,
                ofScale ? "autoscaling" : write.resource().group(),
                ofScale ? "v1" : TrainerApi.VERSION,
                ofScale ? "v1" : version,
                kind,
                write.subresource(),
                Tree.text(write.object(), "metadata", "namespace"),
                Tree.text(write.object(), "metadata", "name"),
                "",
                write.dryRun(),
                Optional.of(object),
                previous);
    }

    private static Optional<Map<String, Object>> previous(Write write) {
        return Optional.ofNullable(write.previous()).map(Reviews::current);
    }

    private static Map<String, Object> current(Map<String, Object> object) {
        return Tree.with(object, "apiVersion", TrainerApi.API_VERSION);
    }

    private static Map<String, Object> scale(Map<String, Object> trainJob) {
        Map<String, Object> metadata = Tree.of(
                "name",
                Tree.text(trainJob, "metadata", "name"),
                "namespace",
                Tree.text(trainJob, "metadata", "namespace"));
        Map<String, Object> spec = Tree.of("replicas", Tree.integer(0, trainJob, "spec", "trainer", "numNodes"));
        return Tree.of("apiVersion", "autoscaling/v1", "kind", "Scale", "metadata", metadata, "spec", spec);
    }

    /** A tree of the local API server as it comes out of a request. */
    @SuppressWarnings("unchecked") // keys of JSON are texts
    static Map<String, Object> received(Map<String, Object> stored) {
        try {
            return JSON.readValue(Json.bytes(stored), Map.class);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** The way back. */
    static Map<String, Object> sent(Map<String, Object> tree) {
        try {
            return Json.parseObject(JSON.writeValueAsBytes(tree));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}

package io.trainyard.core.report.http;

import io.trainyard.foundation.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why a report was not taken, as a Kubernetes status with nothing in it but this.
 *
 * @param code HTTP status
 * @param reason one word for programs
 * @param message for people
 */
record Refusal(int code, String reason, String message) {
    static final Refusal NOT_FOUND = new Refusal(404, "NotFound", "Not found");
    static final Refusal NO_TRAIN_JOB = new Refusal(404, "NotFound", "Train job not found");
    static final Refusal FORBIDDEN = new Refusal(403, "Forbidden", "Forbidden");
    static final Refusal SUSPENDED =
            new Refusal(409, "Conflict", "The TrainJob is suspended, and takes no reports until it is resumed");
    static final Refusal TOO_LARGE = new Refusal(413, "RequestEntityTooLarge", "Payload too large");
    static final Refusal TOO_SLOW = new Refusal(408, "Timeout", "The body did not come in time");
    static final Refusal TOO_MANY = new Refusal(429, "TooManyRequests", "Too many requests");
    static final Refusal UNKNOWN = new Refusal(500, "InternalError", "Internal error");
    static final Refusal BROKEN = new Refusal(500, "InternalError", "Internal Server Error");

    static Refusal invalid(String message) {
        return new Refusal(422, "Invalid", message);
    }

    byte[] body() {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("metadata", Map.of());
        status.put("status", "Failure");
        status.put("message", message);
        status.put("reason", reason);
        status.put("code", code);
        return Json.bytes(status);
    }
}

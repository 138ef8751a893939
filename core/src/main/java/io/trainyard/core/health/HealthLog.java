package io.trainyard.core.health;

import io.trainyard.core.health.HealthReport.Result;
import io.trainyard.core.health.HealthReport.Status;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to the log what callers are not told: why a check fails. Once for each reason, not once for each probe. */
final class HealthLog {
    private static final Logger LOG = LoggerFactory.getLogger(HealthLog.class);

    private final Map<String, String> problems = new HashMap<>();

    void note(String endpoint, HealthReport report) {
        for (Result result : report.results()) {
            String key = endpoint + "/" + result.check();
            if (result.status() == Status.FAILED) {
                if (!result.problem().equals(problems.put(key, result.problem()))) {
                    LOG.warn("Health check {} fails: {}", key, result.problem());
                }
            } else if (result.status() == Status.PASSED && problems.remove(key) != null) {
                LOG.info("Health check {} passes again", key);
            }
        }
    }
}

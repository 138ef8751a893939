package io.trainyard.local.controllers.jobset;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that a decision about a JobSet looks at.
 *
 * @param jobSet the whole object
 * @param jobs of its namespace; those of others are ignored
 * @param services names of the services of its namespace
 * @param claims names of the volume claims of its namespace
 */
public record ObservedState(
        Map<String, Object> jobSet, List<Map<String, Object>> jobs, Set<String> services, Set<String> claims) {
    public ObservedState {
        jobs = List.copyOf(jobs);
        services = Set.copyOf(services);
        claims = Set.copyOf(claims);
    }
}

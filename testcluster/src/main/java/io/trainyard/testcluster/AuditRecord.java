package io.trainyard.testcluster;

/**
 * One request that the API server answered.
 *
 * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch}, {@code delete} or
 *     {@code deletecollection}; a lower-case HTTP method for requests that are about no resource
 * @param group the API group; empty for the core group
 * @param resource the plural name, such as {@code jobsets}; empty for requests that are about no resource
 * @param subresource such as {@code status}; empty for none
 * @param namespace empty for none
 * @param name empty when it is about many objects or the server chose it
 * @param code the HTTP status
 * @param userAgent what the client calls itself; may be empty
 */
public record AuditRecord(
        String verb,
        String group,
        String resource,
        String subresource,
        String namespace,
        String name,
        int code,
        String userAgent) {

    /** Whether the request was made to change something. */
    public boolean isWrite() {
        return switch (verb) {
            case "create", "update", "patch", "delete", "deletecollection" -> true;
            default -> false;
        };
    }
}

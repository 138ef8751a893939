package io.trainyard.local.api.ownership;

/**
 * Who owns fields.
 *
 * @param name what the client calls itself
 * @param operation whether it applied the fields or wrote them by another request
 * @param apiVersion version in which the object was written
 * @param subresource empty for the object itself
 */
public record Manager(String name, Operation operation, String apiVersion, String subresource) {
    /** How fields came to be owned. */
    public enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String text;

        Operation(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** As conflicts name it: other appliers by their name, writers by what is known of their write. */
    String display(String time) {
        StringBuilder text = new StringBuilder("\"").append(name).append('"');
        if (!subresource.isEmpty()) {
            text.append(" with subresource \"").append(subresource).append('"');
        }
        if (operation == Operation.UPDATE) {
            text.append(" using ").append(apiVersion);
            if (!time.isEmpty()) {
                text.append(" at ").append(time);
            }
        }
        return text.toString();
    }
}

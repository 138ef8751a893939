package io.trainyard.testcluster.setup;

/** The users that the API server knows by token. */
public enum User {
    /** May do everything; the components and the tests themselves use it. */
    ADMIN("admin", "system:masters"),
    /** May do everything; for the program under test, because its requests are audited. */
    SUBJECT("subject", "system:masters"),
    /** Kueue's own name, by which admission knows it; may do everything. */
    KUEUE("system:serviceaccount:kueue-system:kueue-controller-manager", "system:masters"),
    /** May do nothing until a test binds a role to the user {@code restricted}; for tests of RBAC rules. */
    RESTRICTED("restricted", "");

    private final String userName;
    private final String group;

    User(String userName, String group) {
        this.userName = userName;
        this.group = group;
    }

    public String userName() {
        return userName;
    }

    /** A line of the API server's token file. */
    String tokenLine(String token) {
        String line = token + "," + userName + "," + userName;
        return group.isEmpty() ? line : line + ",\"" + group + "\"";
    }
}

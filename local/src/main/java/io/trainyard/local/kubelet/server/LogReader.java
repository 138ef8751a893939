package io.trainyard.local.kubelet.server;

import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * Who asks for a log, as the API server knows users.
 *
 * @param user name
 * @param groups in no order
 */
record LogReader(String user, List<String> groups) {
    /** Somebody without a certificate. */
    static final LogReader ANONYMOUS = new LogReader("system:anonymous", List.of("system:unauthenticated"));

    LogReader {
        groups = List.copyOf(groups);
    }

    /** The owner of a client certificate: its common name is the user, its organizations are the groups. Without a name nobody is known. */
    static LogReader of(X500Principal owner) {
        try {
            List<Rdn> parts = new LdapName(owner.getName()).getRdns();
            List<String> names = values(parts, "CN");
            if (names.isEmpty()) {
                return ANONYMOUS;
            }
            List<String> groups = new ArrayList<>(values(parts, "O"));
            groups.add("system:authenticated");
            return new LogReader(names.get(names.size() - 1), groups);
        } catch (InvalidNameException nameless) {
            return ANONYMOUS;
        }
    }

    private static List<String> values(List<Rdn> parts, String type) {
        return parts.stream()
                .filter(part -> part.getType().equalsIgnoreCase(type))
                .map(part -> String.valueOf(part.getValue()))
                .toList();
    }
}

package io.trainyard.local.kubelet.server;

import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/**
 * Who asks a node for something, as the API server knows users.
 *
 * @param user name
 * @param groups in no order
 */
record NodeClient(String user, List<String> groups) {
    /** Somebody without a certificate. */
    static final NodeClient ANONYMOUS = new NodeClient("system:anonymous", List.of("system:unauthenticated"));

    NodeClient {
        groups = List.copyOf(groups);
    }

    /** The owner of a client certificate: its common name is the user, its organizations are the groups. Without a name nobody is known. */
    static NodeClient of(X500Principal owner) {
        try {
            List<Rdn> parts = new LdapName(owner.getName()).getRdns();
            List<String> names = values(parts, "CN");
            if (names.isEmpty()) {
                return ANONYMOUS;
            }
            List<String> groups = new ArrayList<>(values(parts, "O"));
            groups.add("system:authenticated");
            return new NodeClient(names.get(names.size() - 1), groups);
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

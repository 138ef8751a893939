package io.trainyard.core.certificates;

import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the Secret holds, as PEM; empty texts for keys that are missing. Nothing says yet whether it is any good.
 *
 * @param authorities certificates of authorities; the first one signs, the others are still trusted
 * @param authorityKey private key of the first authority
 * @param server certificate of the servers
 * @param serverKey its private key
 */
record SecretContent(String authorities, String authorityKey, String server, String serverKey) {
    static final String AUTHORITIES = "ca.crt";
    static final String AUTHORITY_KEY = "ca.key";
    static final String SERVER = "tls.crt";
    static final String SERVER_KEY = "tls.key";

    static final SecretContent EMPTY = new SecretContent("", "", "", "");

    static SecretContent of(Secret secret) {
        Map<String, String> data = secret.getData();
        return new SecretContent(
                text(data, AUTHORITIES), text(data, AUTHORITY_KEY), text(data, SERVER), text(data, SERVER_KEY));
    }

    /** Data of a Secret; keys of others in {@code existing} stay. */
    Map<String, String> data(@Nullable Map<String, String> existing) {
        Map<String, String> data = new LinkedHashMap<>(existing == null ? Map.of() : existing);
        data.put(AUTHORITIES, base64(authorities));
        data.put(AUTHORITY_KEY, base64(authorityKey));
        data.put(SERVER, base64(server));
        data.put(SERVER_KEY, base64(serverKey));
        return data;
    }

    private static String text(@Nullable Map<String, String> data, String key) {
        String value = data == null ? null : data.get(key);
        return value == null ? "" : new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    }

    static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Without the keys, which belong into no log. */
    @Override
    public String toString() {
        return "SecretContent[" + authorities.length() + " and " + server.length() + " characters of certificates]";
    }
}

package io.trainyard.dashboard.access;

import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of an object what looks like a secret, whoever reads it: the page is shown on screens and sent to colleagues. References to Secrets
 * stay; they are names.
 */
public final class SecretMask {
    /** What stands where a secret was. */
    public static final String MASK = "••••••";

    private static final int MAX_DEPTH = 100;

    /** Annotations that hold whole objects, with everything that is masked elsewhere. */
    private static final Set<String> COPIES =
            Set.of("kubectl.kubernetes.io/last-applied-configuration", "trainyard.dev/original");

    /** Names without one of these words are no names of secrets. */
    private static final List<String> SECRET_WORDS =
            List.of("key", "secret", "token", "pass", "credential", "auth", "bearer");

    private static final LinearPattern SECRET_NAME = LinearPattern.of(
            "(?i)(?:^|(?-i:[^A-Za-z]))(?:api[-_.]?key|access[-_.]?key|private[-_.]?key|secret|token|passw(?:or)?d|passphrase|credentials?|auth|bearer)"
                    + "(?:(?-i:[^A-Za-z])|$)"
                    + "|(?-i:[a-z](?:Token|Secret|Password|ApiKey|AccessKey|PrivateKey|Credentials?)(?:[^a-z]|$))");
    private static final LinearPattern ARGUMENT = LinearPattern.of("--?[A-Za-z][\\w.-]*|[A-Za-z_]\\w*");
    private static final LinearPattern URL_LOGIN =
            LinearPattern.of("([a-zA-Z][a-zA-Z0-9+.-]{0,20}://)[^/@\\s]+@", "://");
    private static final LinearPattern URL_PARAMETER = LinearPattern.of(
            "(?i)([?&](?:[\\w.-]*(?:token|secret|password|signature|apikey|api_key|credential)|sig|key)=)[^&\\s\"']+",
            "?|&");
    private static final LinearPattern KEY_BLOCK =
            LinearPattern.of("(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)[^-]*", "PRIVATE KEY-----");
    private static final LinearPattern KNOWN_TOKENS = LinearPattern.of(
            "\\b(?:hf_[A-Za-z0-9]{20,}|gh[pousr]_[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16}|eyJ[\\w-]{10,}\\.[\\w-]{10,}\\.[\\w-]{10,}|sk-[A-Za-z0-9_-]{20,})",
            "hf_|ghp_|gho_|ghu_|ghs_|ghr_|AKIA|eyJ|sk-");

    private SecretMask() {}

    /** A copy of a tree without what looks like a secret. What is nested too deeply is left out. */
    public static Map<String, Object> mask(Map<String, Object> object) {
        return object(object, "Secret".equals(object.get("kind")), 0);
    }

    /** A text without what looks like a secret. */
    public static String mask(String text) {
        String masked = URL_LOGIN.replaceAll(text, "$1" + MASK + "@");
        masked = URL_PARAMETER.replaceAll(masked, "$1" + MASK);
        masked = KEY_BLOCK.replaceAll(masked, "$1" + MASK);
        return KNOWN_TOKENS.replaceAll(masked, MASK);
    }

    private static Map<String, Object> object(Map<?, ?> object, boolean secret, int depth) {
        Map<String, Object> copy = new LinkedHashMap<>();
        boolean variable = object.get("name") instanceof String && object.get("value") instanceof String;
        object.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (name.equals("managedFields") || COPIES.contains(name) || depth > MAX_DEPTH) {
                return;
            }
            if (secret && (name.equals("data") || name.equals("stringData"))) {
                copy.put(name, masked(value));
            } else if (variable && name.equals("value") && looksSecret(String.valueOf(object.get("name")))) {
                copy.put(name, MASK);
            } else if (value instanceof String text && looksSecret(name) && !isReference(name)) {
                copy.put(name, text.isEmpty() ? text : MASK);
            } else {
                copy.put(name, value(value, depth + 1));
            }
        });
        return copy;
    }

    private static Object masked(@Nullable Object values) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (values instanceof Map<?, ?> map) {
            map.keySet().forEach(key -> copy.put(String.valueOf(key), MASK));
        }
        return copy;
    }

    private static @Nullable Object value(@Nullable Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            return object(map, "Secret".equals(map.get("kind")), depth);
        }
        if (value instanceof List<?> list) {
            return list(list, depth);
        }
        return value instanceof String text ? mask(text) : value;
    }

    private static List<Object> list(List<?> list, int depth) {
        List<@Nullable Object> copy = new ArrayList<>(list.size());
        boolean valueOfSecretFollows = false;
        for (Object element : list) {
            if (element instanceof String text) {
                copy.add(valueOfSecretFollows ? MASK : argument(text));
                valueOfSecretFollows =
                        !valueOfSecretFollows && text.startsWith("-") && text.indexOf('=') < 0 && looksSecret(text);
            } else {
                copy.add(value(element, depth));
                valueOfSecretFollows = false;
            }
        }
        @SuppressWarnings("NullAway") // JSON has null in lists; readers of trees know that
        List<Object> result = copy;
        return result;
    }

    /** {@code --token=abc} keeps its name. */
    private static String argument(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? "" : text.substring(0, equals);
        return equals + 1 < text.length() && looksSecret(name) && ARGUMENT.matches(name)
                ? name + "=" + MASK
                : mask(text);
    }

    /** Fields of Kubernetes that name a Secret, a path or an account, and hold nothing. */
    private static boolean isReference(String name) {
        return name.endsWith("Name")
                || name.endsWith("Ref")
                || name.endsWith("Path")
                || name.equals("secret")
                || name.startsWith("automount");
    }

    static boolean looksSecret(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SECRET_WORDS.stream().anyMatch(lower::contains) && SECRET_NAME.isFoundIn(name);
    }
}

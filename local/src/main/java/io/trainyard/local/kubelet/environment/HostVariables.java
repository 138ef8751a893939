package io.trainyard.local.kubelet.environment;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which variables of the user a program gets: what it needs to find programs, libraries and proxies, and nothing else. */
public final class HostVariables {
    private static final Set<String> USUAL = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "SHELL",
            "LANG",
            "TZ",
            "TMPDIR",
            "TEMP",
            "TMP",
            "TERM",
            "LD_LIBRARY_PATH",
            "CUDA_HOME",
            "CUDA_PATH",
            "VIRTUAL_ENV",
            "PYTHONPATH",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "REQUESTS_CA_BUNDLE",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "SYSTEMROOT",
            "COMSPEC",
            "PATHEXT");
    private static final String[] USUAL_BEGINNINGS = {"LC_", "XDG_", "DYLD_", "CONDA_"};

    private HostVariables() {}

    /**
     * The variables that are handed on.
     *
     * @param host all variables of this process
     * @param more names of further ones
     */
    public static Map<String, String> select(Map<String, String> host, Set<String> more) {
        Map<String, String> selected = new TreeMap<>();
        host.forEach((name, value) -> {
            if (more.contains(name) || isUsual(name.toUpperCase(Locale.ROOT))) {
                selected.put(name, value);
            }
        });
        return selected;
    }

    private static boolean isUsual(String name) {
        for (String beginning : USUAL_BEGINNINGS) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return USUAL.contains(name);
    }
}

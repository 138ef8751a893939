package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.trainyard.foundation.regex.LinearPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The proxy to go through: that of the kubeconfig's cluster, or that of the environment. */
final class Proxies {
    /** fabric8 refuses to build a client with anything else in its list of exceptions. */
    private static final LinearPattern HOST = LinearPattern.of("[0-9a-zA-Z.\\-/:]+");

    private final LoginEnvironment environment;

    Proxies(LoginEnvironment environment) {
        this.environment = environment;
    }

    void describe(ConfigBuilder config, String server, @Nullable String ofCluster) {
        boolean plain = server.startsWith("http://");
        String proxy = ofCluster;
        if (proxy == null || proxy.isEmpty()) {
            String exceptions = either("NO_PROXY").strip();
            proxy = exceptions.equals("*") ? "" : either(plain ? "HTTP_PROXY" : "HTTPS_PROXY");
            config.withNoProxy(hosts(exceptions));
        }
        if (proxy.isEmpty()) {
            return;
        }
        if (plain) {
            config.withHttpProxy(proxy);
        } else {
            config.withHttpsProxy(proxy);
        }
    }

    private static String[] hosts(String list) {
        List<String> hosts = new ArrayList<>();
        for (String entry : list.split(",")) {
            String host = entry.strip();
            // "*.corp" is a common way to write ".corp".
            host = host.startsWith("*.") ? host.substring(1) : host;
            if (HOST.matches(host)) {
                hosts.add(host);
            }
        }
        return hosts.toArray(String[]::new);
    }

    private String either(String name) {
        String upper = environment.variable(name);
        return upper.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : upper;
    }
}

package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.utils.IpAddressMatcher;
import io.netty.util.NetUtil;
import io.trainyard.foundation.regex.LinearPattern;
import java.net.URI;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The proxy to go through: that of the kubeconfig's cluster, or that of the environment, with the exceptions that Go's clients make, kubectl among them.
 * fabric8 makes other ones.
 */
final class Proxies {
    private static final LinearPattern NETWORK = LinearPattern.of("[0-9a-f.:]+/[0-9]{1,3}");
    private static final LinearPattern WITH_PORT = LinearPattern.of("(\\[.*\\]|[^:]*):[0-9]{1,5}");

    private final LoginEnvironment environment;

    Proxies(LoginEnvironment environment) {
        this.environment = environment;
    }

    void describe(ConfigBuilder config, String server, @Nullable String ofCluster) {
        boolean plain = server.startsWith("http://");
        String proxy = ofCluster == null || ofCluster.isEmpty() ? ofEnvironment(server, plain) : ofCluster;
        if (proxy.isEmpty()) {
            return;
        }
        String url = proxy.contains("://") ? proxy : "http://" + proxy;
        if (plain) {
            config.withHttpProxy(url);
        } else {
            config.withHttpsProxy(url);
        }
    }

    private String ofEnvironment(String server, boolean plain) {
        String proxy = either(plain ? "HTTP_PROXY" : "HTTPS_PROXY");
        URI uri = URI.create(server);
        if (proxy.isEmpty() || uri.getHost() == null) {
            return proxy;
        }
        String host = withoutBrackets(uri.getHost().toLowerCase(Locale.ROOT));
        int port = uri.getPort() >= 0 ? uri.getPort() : plain ? 80 : 443;
        boolean excepted = isOfThisMachine(host)
                || Stream.of(either("NO_PROXY").toLowerCase(Locale.ROOT).split(","))
                        .anyMatch(entry -> isExcepted(host, port, entry.strip()));
        return excepted ? "" : proxy;
    }

    private static boolean isExcepted(String host, int port, String entry) {
        if (entry.isEmpty() || entry.equals("*")) {
            return !entry.isEmpty();
        }
        if (NETWORK.matches(entry)) {
            return isAddress(host) && new IpAddressMatcher(entry).matches(host);
        }
        boolean ofPort = WITH_PORT.matches(entry);
        if (ofPort && !entry.endsWith(":" + port)) {
            return false;
        }
        String name = withoutBrackets(ofPort ? entry.substring(0, entry.lastIndexOf(':')) : entry);
        if (name.startsWith("*.") || name.startsWith(".")) {
            return host.endsWith(name.substring(name.indexOf('.')));
        }
        return host.equals(name) || (!isAddress(name) && host.endsWith("." + name));
    }

    private static boolean isOfThisMachine(String host) {
        return host.equals("localhost") || host.equals("::1") || (isAddress(host) && host.startsWith("127."));
    }

    private static boolean isAddress(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private String either(String name) {
        String upper = environment.variable(name);
        return upper.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : upper;
    }
}

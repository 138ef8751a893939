package io.trainyard.core.kube.login;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.netty.util.NetUtil;
import io.trainyard.foundation.regex.LinearPattern;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The proxy to go through: that of the kubeconfig's cluster, or that of the environment. NO_PROXY means what it means to kubectl, whose Go decides; fabric8
 * reads it otherwise.
 */
final class Proxies {
    private static final LinearPattern NETWORK = LinearPattern.of("[0-9a-f.:]+/[0-9]{1,3}");
    private static final LinearPattern WITH_PORT = LinearPattern.of("(?:\\[.*\\]|[^:]*):[0-9]{1,5}");
    private static final LinearPattern URL_WITH_PORT = LinearPattern.of("[^/]*//[^/]*:[0-9]{1,5}/?");
    private static final Map<String, Integer> PORTS = Map.of("http", 80, "https", 443, "socks5", 1080);

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
        if (plain) {
            config.withHttpProxy(url(proxy));
        } else {
            config.withHttpsProxy(url(proxy));
        }
    }

    /** With a scheme and a port, which fabric8 wants. */
    private static String url(String proxy) {
        String url = proxy.contains("://") ? proxy : "http://" + proxy;
        Integer port = PORTS.get(url.substring(0, url.indexOf(':')));
        if (port == null || URL_WITH_PORT.matches(url)) {
            return url;
        }
        return (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + ":" + port;
    }

    private String ofEnvironment(String server, boolean plain) {
        String proxy = either(plain ? "HTTP_PROXY" : "HTTPS_PROXY");
        if (proxy.isEmpty()) {
            return "";
        }
        // Not by URI: a host may have an underscore.
        String address = server.substring(server.indexOf("//") < 0 ? 0 : server.indexOf("//") + 2)
                .split("/", 2)[0]
                .toLowerCase(Locale.ROOT);
        Target target = Target.of(address, plain ? 80 : 443);
        boolean excepted = target.isOfThisMachine()
                || Stream.of(either("NO_PROXY").toLowerCase(Locale.ROOT).split(","))
                        .map(String::strip)
                        .anyMatch(target::isExcepted);
        return excepted ? "" : proxy;
    }

    /**
     * Where a request goes.
     *
     * @param address of a host that is no name; else null
     */
    private record Target(String host, int port, @Nullable InetAddress address) {
        static Target of(String text, int usualPort) {
            boolean ofPort = WITH_PORT.matches(text);
            int colon = text.lastIndexOf(':');
            String host = withoutBrackets(ofPort ? text.substring(0, colon) : text);
            return new Target(host, ofPort ? Integer.parseInt(text.substring(colon + 1)) : usualPort, addressOf(host));
        }

        boolean isOfThisMachine() {
            return host.equals("localhost") || (address != null && address.isLoopbackAddress());
        }

        boolean isExcepted(String entry) {
            if (entry.isEmpty() || entry.equals("*")) {
                return !entry.isEmpty();
            }
            if (NETWORK.matches(entry)) {
                return address != null && isIn(address.getAddress(), entry);
            }
            Target named = of(entry, port);
            if (named.port != port) {
                return false;
            }
            if (address != null || named.address != null) {
                return Objects.equals(address, named.address);
            }
            if (named.host.startsWith("*.") || named.host.startsWith(".")) {
                return host.endsWith(named.host.substring(named.host.indexOf('.')));
            }
            return host.equals(named.host) || host.endsWith("." + named.host);
        }

        private static boolean isIn(byte[] address, String network) {
            int slash = network.indexOf('/');
            InetAddress first = addressOf(network.substring(0, slash));
            int bits = Integer.parseInt(network.substring(slash + 1));
            if (first == null || first.getAddress().length != address.length || bits > address.length * Byte.SIZE) {
                return false;
            }
            int shift = address.length * Byte.SIZE - bits;
            return new BigInteger(1, first.getAddress())
                    .shiftRight(shift)
                    .equals(new BigInteger(1, address).shiftRight(shift));
        }

        private static @Nullable InetAddress addressOf(String host) {
            return NetUtil.createInetAddressFromIpAddressString(host);
        }
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private String either(String name) {
        String upper = environment.variable(name);
        return upper.isEmpty() ? environment.variable(name.toLowerCase(Locale.ROOT)) : upper;
    }
}

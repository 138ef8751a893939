package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LOCAL-73a: servers that listen on all addresses")
final class ServerPortsTest {
    private static final Map<String, String> NAMES =
            Map.of("t-worker-0-0.t", "127.77.0.2", "t-worker-0-1.t", "127.77.1.3", "far", "10.0.0.9");
    private static final Function<String, Optional<String>> ADDRESSES = name -> Optional.ofNullable(NAMES.get(name));
    private static final String CLUSTER =
            "{\"cluster\":{\"worker\":[\"t-worker-0-0.t:2222\",\"t-worker-0-1.t:2222\",\"elsewhere:2222\"]}}";

    private static String rewritten(NameRewriter names, String variable, String text) {
        return new PodTextRewriter(new PathTable(Map.of()), Optional.of(names)).rewriteNames(variable, text);
    }

    @Test
    @DisplayName(
            "each get a port that their pod's address tells, in TF_CONFIG only, and a free one where that is taken")
    void portsOfTheirOwn() {
        NameRewriter names = new NameRewriter(ADDRESSES, Map.of(2222, 2222, 2224, 23456));

        assertThat(rewritten(names, "TF_CONFIG", CLUSTER))
                .isEqualTo("{\"cluster\":{\"worker\":[\"127.77.0.2:23456\",\"127.77.1.3:2481\",\"elsewhere:2222\"]}}");
        assertThat(rewritten(names, "PEERS", CLUSTER))
                .isEqualTo("{\"cluster\":{\"worker\":[\"127.77.0.2:2222\",\"127.77.1.3:2222\",\"elsewhere:2222\"]}}");
    }

    @Test
    @DisplayName("keep their names where programs resolve names themselves, and get the same ports")
    void withoutAddresses() {
        NameRewriter names = new NameRewriter(
                name -> ADDRESSES.apply(name).map(known -> name), Map.of(), new ServerPorts(ADDRESSES));

        assertThat(rewritten(names, "TF_CONFIG", CLUSTER))
                .isEqualTo(
                        "{\"cluster\":{\"worker\":[\"t-worker-0-0.t:2224\",\"t-worker-0-1.t:2481\",\"elsewhere:2222\"]}}");
    }

    @Test
    @DisplayName("wish for these ports before they start; a port beyond the last one begins again")
    void wishes() {
        PodSpec pod = PodSpec.of(Tree.object(
                Yaml.parse("{metadata: {name: p}, spec: {containers: [{name: node, env: [{name: TF_CONFIG, value: '"
                        + CLUSTER + "'}, {name: A, value: '\"t-worker-0-0.t:9\"'}]}]}}")));

        assertThat(new ServerPorts(ADDRESSES).in(pod)).containsExactlyInAnyOrder(2222, 2224, 2481);
        assertThat(new ServerPorts(ADDRESSES).wish("far", 2222)).isEqualTo(2222);
        assertThat(new ServerPorts(ADDRESSES).wish("t-worker-0-1.t", 65_535)).isBetween(20_000, 32_000);
    }
}

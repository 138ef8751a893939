package io.trainyard.local.kubelet.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.foundation.yaml.Yaml;
import io.trainyard.local.kubelet.spec.PodSpec;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Ports that may be replaced when they are taken (LOCAL-73)")
final class PortMentionsTest {
    private static Set<Integer> ports(String container) {
        PodSpec pod = PodSpec.of(Tree.object(Yaml.parse(
                "{metadata: {name: p}, spec: {containers: [{name: main, image: none, " + container + "}]}}")));
        return PortMentions.in(pod, name -> Optional.of("127.77.0.1").filter(address -> name.startsWith("demo-")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ports: [{containerPort: 29400}]",
                "env: [{name: MASTER_PORT, value: '29400'}]",
                "env: [{name: JAX_COORDINATOR_ADDRESS, value: 'demo-0.demo:29400'}]",
                "args: ['--rdzv_endpoint=demo-0.demo:29400']",
                "env: [{name: FIRST, value: demo-0.demo}], args: ['tcp://$(FIRST):29400/x']"
            })
    @DisplayName("are those that containers declare and those at which the pods of a job meet")
    void ofTheJob(String container) {
        assertThat(ports(container)).containsExactly(29400);
    }

    @Test
    @DisplayName("are none of an address that is no pod's: it is that of a server of the user")
    void ofOthers() {
        assertThat(ports("env: [{name: HOST, value: 127.0.0.1}, {name: TRACKING, value: 'http://127.0.0.1:5055'},"
                        + " {name: PORT, value: '5056'}],"
                        + " args: ['--s3', '127.0.0.1:9055', 'localhost:9056', '$(HOST):9057', 'demo-0.demo:90000',"
                        + " 'demo-0.demo:2940x', 'demo-0.demo:80']"))
                .isEmpty();
    }
}

package io.trainyard.local.behavior;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.client.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Addresses and ports of services. */
interface ServiceBehavior extends BehaviorSuite {
    @Test
    default void servicesGetAnAddressUnlessTheyWantNone() {
        Map<String, Object> service = api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {a: b}, ports: [{port: 80}]}}");
        String address = Tree.text(service, "spec", "clusterIP");
        assertThat(address).matches("10\\.\\d+\\.\\d+\\.\\d+");
        String rest = "internalTrafficPolicy: Cluster\nipFamilies: [IPv4]\nipFamilyPolicy: SingleStack\n"
                + "selector: {a: b}\nsessionAffinity: None\ntype: ClusterIP\n";
        assertThat(Tree.child(service, "spec"))
                .isEqualTo(TestApi.yaml(rest + "clusterIP: " + address + "\nclusterIPs: [" + address
                        + "]\nports: [{port: 80, protocol: TCP, targetPort: 80}]"));
        assertThat(Tree.child(service, "status")).isEqualTo(TestApi.yaml("loadBalancer: {}"));
        Map<String, Object> headless = api().create(
                        Resource.SERVICES,
                        "{apiVersion: v1, kind: Service, metadata: {name: h}, spec: {clusterIP: None, selector: {a: b}, publishNotReadyAddresses: true}}");
        assertThat(Tree.child(headless, "spec"))
                .isEqualTo(TestApi.yaml(rest + "clusterIP: None\nclusterIPs: [None]\npublishNotReadyAddresses: true"));
        assertThat(
                        TestApi.fields(
                                api().refusedCreate(
                                                Resource.SERVICES,
                                                "{apiVersion: v1, kind: Service, metadata: {name: bad}, spec: {ports: [{port: 1}, {port: 2}]}}")))
                .containsExactly("spec.ports[0].name", "spec.ports[1].name");
    }

    @Test
    default void aServiceKeepsItsAddressWhenItIsReplaced() {
        String yaml =
                "{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {selector: {a: %s}, ports: [{port: 80}]}}";
        Map<String, Object> service = api().create(Resource.SERVICES, yaml.formatted("b"));
        Map<String, Object> replaced = api().update(Resource.SERVICES, api().object(yaml.formatted("c")));
        assertThat(Tree.text(replaced, "spec", "clusterIP")).isEqualTo(Tree.text(service, "spec", "clusterIP"));
        assertThat(Tree.child(replaced, "spec", "selector")).isEqualTo(Map.of("a", "c"));
    }
}

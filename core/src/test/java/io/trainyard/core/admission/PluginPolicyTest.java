package io.trainyard.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.trainyard.core.fixture.Manifests;
import io.trainyard.foundation.field.FieldError;
import io.trainyard.spi.extension.EnforceMLPolicy;
import io.trainyard.spi.extension.EnforcePodGroupPolicy;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.parameters.ParameterContract;
import io.trainyard.spi.runtime.RuntimeInfo;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Parameters of a vendor's policy (API-203, API-205, API-206, VAL-96)")
final class PluginPolicyTest {
    private static final String TEMPLATE =
            """
             template: {spec: {replicatedJobs: [{name: node, template: {metadata: {labels: {trainer.kubeflow.org/trainjob-ancestor-step: trainer}},
                spec: {template: {spec: {containers: [{name: node, image: a}]}}}}}]}}}
            """;

    private final AdmissionFixture world = new AdmissionFixture();

    enum Transport {
        tcp,
        rdma
    }

    record Ring(int channels) {}

    record Settings(Transport transport, @JsonProperty("ring") Ring lanes, List<String> devices) {
        Settings {
            if (transport == Transport.rdma && devices != null && devices.isEmpty()) {
                throw new IllegalArgumentException("devices must not be empty with transport rdma");
            }
        }
    }

    private static final class Acme implements EnforceMLPolicy, EnforcePodGroupPolicy {
        @Override
        public String name() {
            return "acme";
        }

        @Override
        public ParameterContract parameters() {
            return ParameterContract.of(Settings.class);
        }

        @Override
        public void enforceMLPolicy(TrainJob trainJob, RuntimeInfo info) {}

        @Override
        public void enforcePodGroupPolicy(TrainJob trainJob, RuntimeInfo info) {}
    }

    @BeforeEach
    void addPlugin() {
        world.plugins.add(new Acme());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {transport: carrier}                | spec.mlPolicy.plugin.parameters.transport
            {ring: {}}                          | spec.mlPolicy.plugin.parameters.ring.channels
            {ring: {channels: '4'}}             | spec.mlPolicy.plugin.parameters.ring.channels
            {ring: {channels: 4, width: 2}}     | spec.mlPolicy.plugin.parameters.ring.width
            {devices: [a, 1]}                   | spec.mlPolicy.plugin.parameters.devices[1]
            {transport: rdma, devices: []}      | spec.mlPolicy.plugin.parameters
            """)
    void aRuntimeWithWrongParametersIsRefusedAtTheField(String parameters, String field) {
        AdmissionResponse answer =
                world.createRuntime("{mlPolicy: {plugin: {name: acme, parameters: " + parameters + "}}," + TEMPLATE);

        assertThat(answer.causes()).extracting(FieldError::path).containsExactly(field);
    }

    @Test
    void aPodGroupPolicyIsCheckedTheSameWay() {
        assertThat(world.createRuntime("{podGroupPolicy: {plugin: {name: acme, parameters: {ring: 4}}}," + TEMPLATE)
                        .causes())
                .extracting(FieldError::path)
                .containsExactly("spec.podGroupPolicy.plugin.parameters.ring");
    }

    @Test
    void goodParametersPass() {
        assertThat(world.createRuntime(
                        "{mlPolicy: {plugin: {name: acme, parameters: {transport: rdma, ring: {channels: 8}, devices: [a]}}},"
                                + TEMPLATE))
                .isEqualTo(AdmissionResponse.allowed(List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {transport: carrier}       | spec.plugins[0].parameters.transport
            {ring: {channels: many}}   | spec.plugins[0].parameters.ring.channels
            {ring: {width: 1}}         | spec.plugins[0].parameters.ring.width
            {devices: []}              | spec.plugins[0].parameters
            """)
    void whatATrainJobChangesIsCheckedTogetherWithTheRuntime(String parameters, String field) {
        world.with(Manifests.clusterRuntime(
                "fabric",
                "{mlPolicy: {plugin: {name: acme, parameters: {transport: rdma, ring: {channels: 8}}}}," + TEMPLATE));

        assertThat(world.create("{runtimeRef: {name: fabric}, plugins: [{name: acme, parameters: " + parameters + "}]}")
                        .causes())
                .extracting(FieldError::path)
                .containsExactly(field);
    }

    @Test
    void whatTheRuntimeSaysWrongIsNotBlamedOnTheTrainJob() {
        world.with(Manifests.clusterRuntime(
                "fabric", "{mlPolicy: {plugin: {name: acme, parameters: {transport: carrier}}}," + TEMPLATE));

        assertThat(world.create("{runtimeRef: {name: fabric}, plugins: [{name: acme, parameters: {devices: [a]}}]}")
                        .causes())
                .singleElement()
                .satisfies(error -> {
                    assertThat(error.path()).isEqualTo("spec.runtimeRef");
                    assertThat(error.message())
                            .startsWith("of the runtime, spec.mlPolicy.plugin.parameters.transport: ");
                });
    }

    @Test
    void aTrainJobMayMendWhatTheRuntimeSays() {
        world.with(Manifests.clusterRuntime(
                "fabric",
                "{mlPolicy: {plugin: {name: acme, parameters: {ring: {channels: 8, width: 3}}}}," + TEMPLATE));

        assertThat(world.create("{runtimeRef: {name: fabric}}").allowed()).isFalse();
        assertThat(world.create(
                        "{runtimeRef: {name: fabric}, plugins: [{name: acme, parameters: {ring: {width: null}}}]}"))
                .isEqualTo(AdmissionResponse.allowed(List.of()));
    }
}

package io.trainyard.launcher.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("LOCAL-71a: a TrainJob that asks for more GPUs than there are is told so at once, with what to do")
final class GpuNoteTest {
    private static List<HasMetadata> jobSet(String limits) throws IOException {
        return List.of(new ObjectMapper(new YAMLFactory())
                .readValue(
                        """
                        apiVersion: jobset.x-k8s.io/v1alpha2
                        kind: JobSet
                        metadata: {name: mnist}
                        spec:
                          replicatedJobs:
                          - name: data
                            template: {spec: {template: {spec: {containers: [{name: data}]}}}}
                          - name: node
                            template: {spec: {parallelism: 2, template: {spec: {containers: [{name: node, resources: {limits: %s}}]}}}}
                        """
                                .formatted(limits),
                        GenericKubernetesResource.class));
    }

    @Test
    @DisplayName("on a machine without GPUs")
    void noneAtAll() throws IOException {
        assertThat(GpuNote.of(jobSet("{nvidia.com/gpu: 8}"), 0))
                .contains(
                        "TrainJob mnist asks for 16 GPUs, and this machine has none: it runs on the processor. --fake-gpus 16 starts as many"
                                + " processes as with GPUs; --nodes and --nproc make the job smaller");
    }

    @Test
    @DisplayName("on a machine with fewer")
    void fewer() throws IOException {
        assertThat(GpuNote.of(jobSet("{nvidia.com/gpu: \"1\"}"), 1).orElseThrow())
                .startsWith("TrainJob mnist asks for 2 GPUs, and there are 1: it gets these.");
    }

    @Test
    @DisplayName("and nothing is said, nor is the machine asked, when there is nothing to say")
    void enough() throws IOException {
        assertThat(GpuNote.of(jobSet("{nvidia.com/gpu: 8}"), 16)).isEmpty();
        assertThat(GpuNote.isWanted(jobSet("{nvidia.com/gpu: 8}"))).isTrue();
        assertThat(GpuNote.isWanted(jobSet("{cpu: 8}"))).isFalse();
    }
}

package io.trainyard.core.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.trainyard.core.jobset.JobSet;
import io.trainyard.spi.model.TrainJob;
import org.junit.jupiter.api.Test;

final class ObjectJsonTest {
    private final KubernetesSerialization json = ObjectJson.create();

    @Test
    void resourceClassesAreReadWhetherOrNotTheySwitchTheInheritedDeserializerOff() {
        assertThat(json.unmarshal(object("trainer.kubeflow.org/v1alpha1", "TrainJob"), TrainJob.class)
                        .getMetadata()
                        .getName())
                .isEqualTo("x");
        assertThat((Object) json.unmarshal(object("jobset.x-k8s.io/v1alpha2", "JobSet"), JobSet.class))
                .isExactlyInstanceOf(JobSet.class);
        assertThat((Object) json.unmarshal(object("example.com/v1", "Witness"), Witness.class))
                .isExactlyInstanceOf(Witness.class);
        assertThat((Object) json.unmarshal("{\"metadata\":{\"name\":\"x\"}}", Witness.class))
                .isExactlyInstanceOf(Witness.class);
    }

    @Test
    void whereTheClassIsOpenItIsStillChosenByItsKindIfThatIsRegistered() {
        json.registerKubernetesResource(Pod.class);

        HasMetadata pod = json.unmarshal(object("v1", "Pod"));
        HasMetadata thing = json.unmarshal(object("example.com/v1", "Thing"));

        assertThat(pod).isExactlyInstanceOf(Pod.class);
        assertThat(thing).isExactlyInstanceOf(GenericKubernetesResource.class);
        assertThat(json.<KubernetesResource>unmarshal("{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"code\":410}"))
                .isExactlyInstanceOf(Status.class);
        assertThat(json.unmarshal("{\"items\":[{\"metadata\":{\"name\":\"p\"}}]}", PodList.class)
                        .getItems())
                .hasSize(1);
    }

    private static String object(String apiVersion, String kind) {
        return "{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind + "\",\"metadata\":{\"name\":\"x\"}}";
    }
}

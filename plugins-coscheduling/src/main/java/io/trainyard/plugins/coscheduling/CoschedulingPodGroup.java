package io.trainyard.plugins.coscheduling;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/**
 * The PodGroup of scheduler-plugins, one of several kinds of that name. What its status says is for people: nothing of it is read here, so it is not
 * kept.
 */
@Group(CoschedulingPodGroup.GROUP)
@Version(CoschedulingPodGroup.VERSION)
@Kind(CoschedulingPodGroup.KIND)
@Plural(CoschedulingPodGroup.PLURAL)
@Singular("podgroup")
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec"})
public final class CoschedulingPodGroup implements HasMetadata, Namespaced {
    static final String GROUP = "scheduling.x-k8s.io";
    static final String VERSION = "v1alpha1";
    static final String KIND = "PodGroup";
    static final String PLURAL = "podgroups";

    private static final long serialVersionUID = 1L;

    private String apiVersion = GROUP + "/" + VERSION;
    private String kind = KIND;
    private ObjectMeta metadata = new ObjectMeta();

    @SuppressWarnings("serial")
    private @Nullable CoschedulingPodGroupSpec spec;

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String apiVersion) {
        this.apiVersion = apiVersion;
    }

    @Override
    public String getKind() {
        return kind;
    }

    public void setKind(String kind) {
        this.kind = kind;
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta metadata) {
        this.metadata = metadata;
    }

    /** What is asked for; null only in an object that bypassed the schema. */
    public @Nullable CoschedulingPodGroupSpec getSpec() {
        return spec;
    }

    public void setSpec(@Nullable CoschedulingPodGroupSpec spec) {
        this.spec = spec;
    }

    @Override
    public String toString() {
        return "PodGroup." + GROUP + " " + metadata.getNamespace() + "/" + metadata.getName();
    }
}

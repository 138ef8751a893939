package io.trainyard.plugins.volcano;

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
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** Volcano's PodGroup. What we write has no status: the kind has no subresource for it, so a status would replace the scheduler's. */
@Group("scheduling.volcano.sh")
@Version("v1beta1")
@Kind("PodGroup")
@Plural("podgroups")
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public final class VolcanoPodGroup implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;

    private String apiVersion = "scheduling.volcano.sh/v1beta1";
    private String kind = "PodGroup";
    private ObjectMeta metadata = new ObjectMeta();

    @SuppressWarnings("serial")
    private @Nullable PodGroupSpec spec;

    @SuppressWarnings("serial")
    private @Nullable PodGroupStatus status;

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

    public @Nullable PodGroupSpec getSpec() {
        return spec;
    }

    public void setSpec(@Nullable PodGroupSpec spec) {
        this.spec = spec;
    }

    public @Nullable PodGroupStatus getStatus() {
        return status;
    }

    public void setStatus(@Nullable PodGroupStatus status) {
        this.status = status;
    }
}

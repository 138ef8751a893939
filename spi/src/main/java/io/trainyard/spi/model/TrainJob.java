package io.trainyard.spi.model;

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

/** One training run. Treat an instance from a cache as immutable. */
@Group(TrainerApi.GROUP)
@Version(TrainerApi.VERSION)
@Kind("TrainJob")
@Plural("trainjobs")
@Singular("trainjob")
// Without this the reader of the interface applies, which looks the class up by kind and ends in itself.
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public final class TrainJob implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;

    private String apiVersion = TrainerApi.API_VERSION;
    private String kind = "TrainJob";
    private ObjectMeta metadata = new ObjectMeta();
    private @Nullable TrainJobSpec spec;
    private @Nullable TrainJobStatus status;

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

    /** What the user wrote; null only in an object that bypassed the schema. */
    public @Nullable TrainJobSpec getSpec() {
        return spec;
    }

    public void setSpec(@Nullable TrainJobSpec spec) {
        this.spec = spec;
    }

    /** What became of it; null until something was written. */
    public @Nullable TrainJobStatus getStatus() {
        return status;
    }

    public void setStatus(@Nullable TrainJobStatus status) {
        this.status = status;
    }

    /** The status; an empty one when nothing was written. */
    public TrainJobStatus statusOrEmpty() {
        return status == null ? TrainJobStatus.EMPTY : status;
    }

    /** The namespaced name. */
    public ResourceKey key() {
        return new ResourceKey(metadata.getNamespace(), metadata.getName());
    }

    @Override
    public String toString() {
        return kind + " " + metadata.getNamespace() + "/" + metadata.getName();
    }
}

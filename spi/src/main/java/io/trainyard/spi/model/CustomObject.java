package io.trainyard.spi.model;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/**
 * An object of a kind that an add-on brings, such as a PodGroup. A class of the kind extends this one, has a public constructor without parameters,
 * and carries fabric8's annotations {@code @Group}, {@code @Version}, {@code @Kind} and {@code @Plural}; it implements
 * {@link io.fabric8.kubernetes.api.model.Namespaced} where its objects live in namespaces. Fields that the types do not know are ignored. Treat an
 * instance from a cache as immutable.
 *
 * @param <S> type of the spec; {@link Void} where nobody reads or writes it
 * @param <T> type of the status; {@link Void} where nobody reads it, and then it is not kept in memory
 */
// Without this the reader of the interface applies, which looks the class up by kind and ends in itself.
@JsonDeserialize(using = JsonDeserializer.None.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonPropertyOrder({"apiVersion", "kind", "metadata", "spec", "status"})
public abstract class CustomObject<S, T> implements HasMetadata {
    private static final long serialVersionUID = 1L;

    private String apiVersion = HasMetadata.getApiVersion(getClass());
    private String kind = HasMetadata.getKind(getClass());
    private ObjectMeta metadata = new ObjectMeta();

    @SuppressWarnings("serial")
    private @Nullable S spec;

    @SuppressWarnings("serial")
    private @Nullable T status;

    /** An object without name, spec and status. */
    protected CustomObject() {}

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

    /** What is asked for; null until something is. */
    public @Nullable S getSpec() {
        return spec;
    }

    public void setSpec(@Nullable S spec) {
        this.spec = spec;
    }

    /** What the add-on says of the object; null until it has. Leave it null in what is to be applied. */
    public @Nullable T getStatus() {
        return status;
    }

    public void setStatus(@Nullable T status) {
        this.status = status;
    }

    @Override
    public String toString() {
        return getFullResourceName() + " " + metadata.getNamespace() + "/" + metadata.getName();
    }
}

package io.trainyard.core.kube;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A kind whose objects remember which thread read them. */
@Group("example.com")
@Version("v1")
@Plural("witnesses")
public final class Witness implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;

    private ObjectMeta metadata = new ObjectMeta();
    private String text = "";
    private String apiVersion = "example.com/v1";
    private String kind = "Witness";
    private String reader = "";

    @JsonIgnore
    public String reader() {
        return reader;
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    public void setMetadata(ObjectMeta metadata) {
        this.metadata = metadata;
    }

    public String getText() {
        return text;
    }

    public void setText(String text) {
        this.text = text;
        this.reader = Thread.currentThread().getName();
    }

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
}

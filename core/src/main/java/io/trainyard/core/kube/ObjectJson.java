package io.trainyard.core.kube;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.internal.KubernetesDeserializer;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** How objects become JSON and back. */
final class ObjectJson {
    private ObjectJson() {}

    /** Knows the classes of those kinds only that are registered with it: to look at all that fabric8 has takes long, and memory for good. */
    static KubernetesSerialization create() {
        var mapper = new ObjectMapper();
        mapper.setAnnotationIntrospector(new ConcreteClassesReadThemselves());
        var json = new KubernetesSerialization(mapper, false);
        // With which a watch says why it ends.
        json.registerKubernetesResource(Status.class);
        return json;
    }

    /**
     * Every resource class inherits a deserializer that looks at apiVersion and kind to choose the class. Where the class is known already
     * that is wasted, and for a class that does not switch it off by an annotation of its own it never ends. A plugin's author must not
     * have to know.
     */
    private static final class ConcreteClassesReadThemselves extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Object findDeserializer(Annotated annotated) {
            Object found = super.findDeserializer(annotated);
            boolean concrete = annotated instanceof AnnotatedClass
                    && !Modifier.isAbstract(annotated.getRawType().getModifiers());
            return concrete && found == KubernetesDeserializer.class ? null : found;
        }
    }
}

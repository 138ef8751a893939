package io.trainyard.core.kube;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
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
        mapper.setAnnotationIntrospector(new ReadingOfObjects());
        var json = new KubernetesSerialization(mapper, false);
        // With which a watch says why it ends.
        json.registerKubernetesResource(Status.class);
        return json;
    }

    /** What annotations of fabric8's classes do not say. */
    private static final class ReadingOfObjects extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        /**
         * Every resource class inherits a deserializer that looks at apiVersion and kind to choose the class. Where the class is known already
         * that is wasted, and for a class that does not switch it off by an annotation of its own it never ends. A plugin's author must not
         * have to know.
         */
        @Override
        public @Nullable Object findDeserializer(Annotated annotated) {
            if (annotated instanceof AnnotatedClass && annotated.getRawType() == FieldsV1.class) {
                return OwnedFieldsReader.class;
            }
            Object found = super.findDeserializer(annotated);
            boolean concrete = annotated instanceof AnnotatedClass
                    && !Modifier.isAbstract(annotated.getRawType().getModifiers());
            return concrete && found == KubernetesDeserializer.class ? null : found;
        }

        /** An API server that is asked for metadata only writes null for the items of an empty list, which fabric8's informers do not expect. */
        @Override
        public JsonSetter.Value findSetterInfo(Annotated annotated) {
            boolean items = annotated instanceof AnnotatedMember member
                    && (member.getName().equals("items") || member.getName().equals("setItems"))
                    && KubernetesResourceList.class.isAssignableFrom(member.getDeclaringClass());
            return items ? JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY) : super.findSetterInfo(annotated);
        }
    }
}

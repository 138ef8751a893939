package io.trainyard.tck;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainingRuntime;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Knows the fields of our kinds. */
final class FieldPaths {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]]+)|\\[([^\\]]+)]");

    private FieldPaths() {}

    /** True when a TrainJob or a runtime can have a field at that path. */
    static boolean exists(String path) {
        return exists(path, MAPPER.constructType(TrainJob.class))
                || exists(path, MAPPER.constructType(TrainingRuntime.class));
    }

    private static boolean exists(String path, JavaType root) {
        JavaType current = root;
        Matcher steps = STEP.matcher(path);
        boolean any = false;
        while (steps.find()) {
            any = true;
            if (current.isMapLikeType() || current.getRawClass() == Object.class) {
                return true;
            }
            if (steps.group(2) != null) {
                if (!current.isCollectionLikeType()) {
                    return false;
                }
                current = current.getContentType();
            } else {
                Optional<JavaType> next = property(current, steps.group(1));
                if (next.isEmpty()) {
                    return false;
                }
                current = next.get();
            }
        }
        return any;
    }

    private static Optional<JavaType> property(JavaType type, String name) {
        return MAPPER.getSerializationConfig().introspect(type).findProperties().stream()
                .filter(property -> property.getName().equals(name))
                .findFirst()
                .map(BeanPropertyDefinition::getPrimaryType);
    }
}

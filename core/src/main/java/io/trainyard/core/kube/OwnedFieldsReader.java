package io.trainyard.core.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import io.fabric8.kubernetes.api.model.FieldsV1;
import java.io.IOException;
import java.util.Map;

/**
 * Reads which fields of an object belong to whom, but not in lists: there they are a third of the text, become hundreds of maps for each object, and nobody asks for
 * them.
 */
final class OwnedFieldsReader extends JsonDeserializer<FieldsV1> {
    private static final String ITEMS = "items";

    @Override
    public FieldsV1 deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        FieldsV1 fields = new FieldsV1();
        if (isListed(parser)) {
            parser.skipChildren();
        } else {
            Map<?, ?> all = context.readValue(parser, Map.class);
            all.forEach((name, value) -> fields.setAdditionalProperty(String.valueOf(name), value));
        }
        return fields;
    }

    private static boolean isListed(JsonParser parser) {
        JsonStreamContext outermost = parser.getParsingContext();
        while (outermost.getParent() != null && !outermost.getParent().inRoot()) {
            outermost = outermost.getParent();
        }
        return ITEMS.equals(outermost.getCurrentName());
    }
}

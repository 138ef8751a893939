package io.trainyard.local.api.request;

import io.trainyard.foundation.field.FieldError;
import io.trainyard.local.api.request.RequestParameters.FieldValidation;
import io.trainyard.local.api.resource.ResourceType;
import io.trainyard.local.client.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is wrong with objects that nobody has stored. Pure. */
public final class NewObjects {
    private NewObjects() {}

    /**
     * What a server would refuse a new object of a custom kind for, before it asks any hook.
     *
     * @param object is changed: unknown fields go, defaults come
     */
    public static List<FieldError> errors(ResourceType type, Map<String, Object> object, SchemaRules rules) {
        try {
            new ObjectDecoder(FieldValidation.IGNORE, new ArrayList<>()).decode(type, object);
        } catch (ApiException malformed) {
            return List.of(FieldError.invalid("metadata", null, String.valueOf(malformed.getMessage())));
        }
        return new RuleChecker(rules).check(type, object, null, MetadataRules.check(type, object));
    }
}

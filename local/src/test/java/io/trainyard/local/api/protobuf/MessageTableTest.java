package io.trainyard.local.api.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.schema.SchemaParser;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.protobuf.MessageTable.Message;
import io.trainyard.local.api.resource.BuiltInTypes;
import io.trainyard.local.api.resource.KindBehavior;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** LOCAL-260: what we know of the messages fits what we know of the built-in kinds. */
final class MessageTableTest {
    private final MessageTable table = new MessageTable();

    @Test
    @DisplayName("LOCAL-260: every kind that is built in has a message")
    void everyBuiltInKindHasAMessage() {
        SchemaParser schemas = BuiltInTypes.schemas();
        new BuiltInTypes(schemas, kind -> new KindBehavior() {}, kind -> List.of())
                .all()
                .forEach(type -> assertThat(table.ofKind(type.apiVersion(), type.kind()))
                        .as(type.apiVersion() + " " + type.kind())
                        .isPresent());
        assertThat(table.ofKind("policy/v1", "Eviction")).isPresent();
        assertThat(table.ofKind("v1", "Binding")).isPresent();
        assertThat(table.ofKind("autoscaling/v1", "Scale")).isPresent();
        assertThat(table.ofKind("batch/v1", "DeleteOptions")).isPresent();
    }

    @Test
    @DisplayName("LOCAL-260: a message has the fields that its definition has")
    void aMessageHasTheFieldsOfItsDefinition() {
        Map<String, Object> definitions = BuiltInTypes.definitions();
        int compared = 0;
        for (String name : table.names()) {
            Map<String, Object> properties = Tree.child(definitions.get(name), "properties");
            if (!properties.isEmpty() && !table.named(name).union()) {
                Set<String> declared = new TreeSet<>(properties.keySet());
                Set<String> known = fields(table.named(name));
                // Those of a whole object come before its message.
                declared.removeAll(Set.of("apiVersion", "kind"));
                known.removeAll(Set.of("apiVersion", "kind"));
                assertThat(known).as(name).isEqualTo(declared);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(200);
    }

    private Set<String> fields(Message message) {
        Set<String> names = new TreeSet<>();
        message.fields().values().forEach(field -> {
            if (field.isInline()) {
                names.addAll(fields(table.named(field.message())));
            } else {
                names.add(field.name());
            }
        });
        return names;
    }

    @Test
    @DisplayName("LOCAL-260: every message that a field names is there")
    void everyMessageOfAFieldIsThere() {
        for (String name : table.names()) {
            table.named(name).fields().values().stream()
                    .filter(field -> !field.message().isEmpty())
                    .forEach(field -> assertThat(table.named(field.message())).isNotNull());
        }
    }
}

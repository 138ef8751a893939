package io.trainyard.foundation.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading schemas; defaults and pruning. */
final class StructuralSchemaTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'a':{'type':'integer','default':1}} | {} | {'a':1}",
                "{'a':{'type':'integer','default':1}} | {'a':null} | {'a':1}",
                "{'a':{'type':'integer','default':1}} | {'a':2} | {'a':2}",
                "{'a':{'type':'integer','default':1,'nullable':true}} | {'a':null} | {'a':null}",
                "{'a':{'type':'integer'}} | {'a':null} | {}",
                "{'o':{'type':'object','properties':{'a':{'default':1}}}} | {} | {}",
                "{'o':{'type':'object','properties':{'a':{'default':1}}}} | {'o':{}} | {'o':{'a':1}}",
                "{'o':{'type':'object','default':{},'properties':{'a':{'default':1}}}} | {} | {'o':{'a':1}}",
                "{'l':{'type':'array','items':{'properties':{'a':{'default':1}}}}} | {'l':[{},{'a':2}]} | {'l':[{'a':1},{'a':2}]}",
                "{'m':{'additionalProperties':{'properties':{'a':{'default':1}}}}} | {'m':{'x':{}}} | {'m':{'x':{'a':1}}}"
            })
    void absentFieldsGetTheirDefaults(String properties, String value, String expected) {
        Map<String, Object> object = Trees.object(value);
        Trees.schema("{'properties':" + properties + "}").applyDefaults(object);
        assertThat(object).isEqualTo(Trees.object(expected));
    }

    @Test
    void aDefaultIsCopiedForEachObject() {
        StructuralSchema schema = Trees.schema("{'properties':{'l':{'type':'array','default':[1]}}}");
        Map<String, Object> one = Trees.object("{}");
        schema.applyDefaults(one);
        @SuppressWarnings("unchecked") // the default is a list
        List<Object> list = (List<Object>) one.get("l");
        list.add(2L);
        Map<String, Object> other = Trees.object("{}");
        schema.applyDefaults(other);
        assertThat(other).isEqualTo(Trees.object("{'l':[1]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties':{'a':{}}} | {'a':1,'b':2} | {'a':1} | [b]",
                "{'properties':{'o':{'type':'object','properties':{'a':{}}}}} | {'o':{'b':1}} | {'o':{}} | [o.b]",
                "{'properties':{'l':{'items':{'properties':{'a':{}}}}}} | {'l':[{'a':1},{'b':1}]} | {'l':[{'a':1},{}]} | [l[1].b]",
                "{'x-kubernetes-preserve-unknown-fields':true,'properties':{'o':{'properties':{'a':{}}}}} | {'x':1,'o':{'y':1}} | {'x':1,'o':{}} | [o.y]",
                "{'additionalProperties':{'type':'string'}} | {'x':'y'} | {'x':'y'} | []",
                "{'properties':{'e':{'x-kubernetes-embedded-resource':true,'type':'object'}}} | {'e':{'kind':'K','x':1}} | {'e':{'kind':'K'}} | [e.x]"
            })
    void whatIsNotDeclaredIsRemovedAndNamed(String schema, String value, String expected, String removed) {
        Map<String, Object> object = Trees.object(value);
        assertThat(Trees.schema(schema).prune(object)).hasToString(removed);
        assertThat(object).isEqualTo(Trees.object(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties':{'a':{'type':'strange'}}} | .properties[a].type:",
                "{'properties':{'a':{'pattern':'('}}} | .properties[a].pattern: not a regular expression",
                "{'properties':{'a':{'minLength':'x'}}} | .properties[a].minLength: must be a number",
                "{'properties':[1]} | .properties: must be an object",
                "{'items':{'x-kubernetes-list-type':'bag'}} | .items.x-kubernetes-list-type:",
                "{'x-kubernetes-list-type':'map'} | .x-kubernetes-list-map-keys: a list of type map needs at least one key",
                "{'x-kubernetes-validations':[{'message':'m'}]} | .x-kubernetes-validations: each entry needs a rule"
            })
    void aSchemaThatMakesNoSenseIsRefusedWithItsPath(String schema, String message) {
        assertThatThrownBy(() -> Trees.schema(schema))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aSchemaThatIsReadLazilyIsNotReadWhereNobodyLooks() {
        StructuralSchema schema = StructuralSchema.parseLazily(
                Trees.object("{'properties':{'a':{'properties':{'b':{'type':'strange'}}},'c':{'type':'string'}}}"));
        assertThatCode(() -> schema.validate(Trees.object("{'c':'x'}"), "")).doesNotThrowAnyException();
        assertThatThrownBy(() -> schema.validate(Trees.object("{'a':{'b':1}}"), ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void definitionsAreReferredToByName() {
        SchemaParser parser = new SchemaParser(
                Trees.object(
                        "{'Text':{'type':'string'},'Pair':{'properties':{'a':{'$ref':'Text'},'b':{'$ref':'Text','default':'x'}}}}"));
        Map<String, Object> object = Trees.object("{}");
        parser.definition("Pair").applyDefaults(object);
        assertThat(object).isEqualTo(Trees.object("{'b':'x'}"));
        assertThatThrownBy(() -> parser.definition("Nothing")).hasMessage("no definition named \"Nothing\"");
    }

    @Test
    void aDefinitionThatRefersToItselfIsRefused() {
        SchemaParser parser = new SchemaParser(Trees.object("{'A':{'properties':{'a':{'$ref':'A'}}}}"));
        assertThatThrownBy(() -> parser.definition("A")).hasMessage("definition \"A\" refers to itself");
    }

    @Test
    void rulesKeepAllThatTheSchemaSays() {
        StructuralSchema schema = Trees.schema(
                "{'x-kubernetes-validations':[{'rule':'self.a','message':'m','reason':'FieldValueForbidden','fieldPath':'.a'}]}");
        assertThat(schema.rules())
                .containsExactly(new SchemaRule("self.a", "m", null, "FieldValueForbidden", ".a", false));
    }
}

package io.trainyard.foundation.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.field.FieldError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a schema refuses, and in which words. */
final class SchemaValidationTest {
    private static String violations(String schema, String value) {
        return Trees.schema("{'properties': {'f': " + schema + "}}")
                .validate(Trees.object("{'f': " + value + "}"), "")
                .stream()
                .map(FieldError::toString)
                .reduce("", (one, other) -> one.isEmpty() ? other : one + "; " + other);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string'} | 1 | f: Invalid value: \"integer\": f in body must be of type string: \"integer\"",
                "{'type':'integer'} | 1.5 | f: Invalid value: \"number\": f in body must be of type integer: \"number\"",
                "{'type':'object'} | null | f: Invalid value: \"null\": f in body must be of type object: \"null\"",
                "{'type':'string','enum':['a','b']} | 'c' | f: Unsupported value: \"c\": supported values: \"a\", \"b\"",
                "{'type':'string','pattern':'^a'} | 'b' | f: Invalid value: \"b\": f in body should match '^a'",
                "{'type':'string','minLength':2} | 'a' | f: Invalid value: \"a\": f in body should be at least 2 chars long",
                "{'type':'string','maxLength':1} | 'ab' | f: Too long: may not be more than 1 bytes",
                "{'type':'integer','minimum':1} | 0 | f: Invalid value: 0: f in body should be greater than or equal to 1",
                "{'type':'integer','minimum':1,'exclusiveMinimum':true} | 1 | f: Invalid value: 1: f in body should be greater than 1",
                "{'type':'integer','maximum':3} | 4 | f: Invalid value: 4: f in body should be less than or equal to 3",
                "{'type':'integer','multipleOf':2} | 3 | f: Invalid value: 3: f in body should be a multiple of 2",
                "{'type':'integer','format':'int32'} | 3000000000 | <nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in f",
                "{'type':'string','format':'date-time'} | 'now' | f: Invalid value: \"now\": f in body must be of type date-time: \"now\"",
                "{'type':'array','maxItems':1,'items':{'type':'string'}} | ['a','b'] | f: Too many: 2: must have at most 1 items",
                "{'type':'array','x-kubernetes-list-type':'set','items':{'type':'string'}} | ['a','a'] | f[1]: Duplicate value: \"a\"",
                "{'type':'object','required':['x']} | {} | f.x: Required value",
                "{'type':'object','additionalProperties':{'type':'string'}} | {'x':1} | f.x: Invalid value: \"integer\": f.x in body must be of type string: \"integer\"",
                "{'x-kubernetes-int-or-string':true} | true | f: Invalid value: \"boolean\": f in body must be of type integer,string: \"boolean\""
            })
    void aViolationNamesItsFieldAndWhatWouldBeRight(String schema, String value, String expected) {
        assertThat(violations(schema, value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string','nullable':true} | null",
                "{'type':'number'} | 1",
                "{'type':'integer'} | 2.0",
                "{'x-kubernetes-int-or-string':true} | 'x'",
                "{} | [1,'a']",
                "{'type':'integer','format':'int64'} | 9223372036854775807",
                "{'type':'string','format':'date-time'} | '2024-02-29T10:00:00Z'",
                "{'anyOf':[{'type':'string'},{'type':'integer'}]} | 3"
            })
    void whatFitsHasNoViolations(String schema, String value) {
        assertThat(violations(schema, value)).isEmpty();
    }

    @Test
    void itemsOfAListWithKeysAreToldApartByTheirDefaultsToo() {
        String schema =
                "{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['p','q'],'items':{'type':'object',"
                        + "'properties':{'p':{'type':'integer'},'q':{'type':'string','default':'TCP'}}}}";
        assertThat(violations(schema, "[{'p':1},{'p':1,'q':'UDP'}]")).isEmpty();
        assertThat(violations(schema, "[{'p':1},{'p':1,'q':'TCP'}]")).startsWith("f[1]: Duplicate value");
    }
}

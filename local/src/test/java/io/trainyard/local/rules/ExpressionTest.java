package io.trainyard.local.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trainyard.foundation.json.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The language of the rules of schemas. */
final class ExpressionTest {
    private static final Object SELF = Json.parse(
            "{\"a\":1,\"b\":2.5,\"t\":\"text\",\"l\":[3,1,2],\"m\":{\"x\":1,\"y\":2},\"yes\":true,\"a-b\":7,\"n\":null}");

    private static Object value(String expression) {
        return Parser.parse(expression, Set.of("self")).evaluate(new Scope("self", SELF, null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "1 + 2 * 3 ; 7",
                "(1 + 2) * 3 ; 9",
                "7 / 2 ; 3",
                "-7 % 3 ; -1",
                "1.5 + 1.0 ; 2.5",
                "-self.a ; -1",
                "!self.yes ; false",
                "'a' + \"b\" ; \"ab\"",
                "r'a\\b' ; \"a\\\\b\"",
                "'it\\'s' ; \"it's\"",
                "[1, 2] + [3] ; [1,2,3]",
                "self.a < self.b ; true",
                "1 == 1.0 ; true",
                "'a' < 'b' ; true",
                "[1, [2]] == [1.0, [2]] ; true",
                "{'x': 1, 'y': 2} == self.m ; true",
                "2 in self.l ; true",
                "'x' in self.m ; true",
                "'z' in self.m ; false",
                "self.l[1] ; 1",
                "self.m['y'] ; 2",
                "self.a__dash__b ; 7",
                "self.yes ? 1 : 2 ; 1",
                "false ? 1 : true ? 2 : 3 ; 2",
                "has(self.a) && !has(self.z) ; true",
                "has(self.n) ; false",
                "self.l.all(i, i > 0) ; true",
                "self.l.exists(i, i > 2) ; true",
                "self.l.exists_one(i, i > 1) ; false",
                "self.l.filter(i, i > 1) ; [3,2]",
                "self.l.map(i, i * 10) ; [30,10,20]",
                "self.l.map(i, i > 1, i * 10) ; [30,20]",
                "self.m.all(k, self.m[k] > 0) ; true",
                "[[1], [2]].all(x, x.all(y, y > 0)) ; true",
                "size(self.l) + self.t.size() + size(self.m) ; 9",
                "type(self.a) == int && type(self.t) == string && type(self.l) == list ; true",
                "self.t.matches('^t.*t$') && self.t.matches('ex') ; true",
                "self.t.startsWith('te') && self.t.endsWith('xt') && self.t.contains('ex') ; true",
                "int('12') + int(2.9) ; 14",
                "string(12) + string(true) ; \"12true\"",
                "'A b'.lowerAscii().replace(' ', '-').split('-') ; [\"a\",\"b\"]",
                "true || self.z ; true",
                "self.z || true ; true",
                "self.z && false ; false",
                "self.l.exists(i, i / (i - 3) > 0 || i == 1) ; true",
                "1 < 2 // and so on ; true"
            })
    void anExpressionHasAValue(String expression, String json) {
        assertThat(Json.text(value(expression))).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "self.z ; no such key: z",
                "self.l[7] ; index out of bounds: 7",
                "self.m['z'] ; no such key: z",
                "1 / 0 ; division by zero",
                "9223372036854775807 + 1 ; integer overflow",
                "self.t + 1 ; no such overload: string + int",
                "self.t.x ; no such overload: a field of string",
                "self.a && true ; no such overload: int where bool is needed",
                "self.t.matches('(') ; error parsing regexp: missing closing ): `(`",
                "self.l.all(i, self.z) ; no such key: z"
            })
    void anExpressionMayHaveNoValue(String expression, String message) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOf(RuleFailure.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "self.a <= ; the expression ends too early at character 10",
                "self.a b ; unexpected 'b' at character 8",
                "other.a ; undeclared reference to 'other' at character 1",
                "'open ; the text that begins here does not end at character 1",
                "self.t.find('x') ; the function find with 1 arguments is not supported here at character 8",
                "quantity('1') ; the function quantity with 1 arguments is not supported here at character 1",
                "has(self) ; has() needs a field, such as has(self.name) at character 1",
                "1u == 1 ; this form of number is not supported at character 1",
                "self.a # 1 ; unexpected '#' at character 8",
                "(1 ; expected ')' at character 3"
            })
    void whatIsNotUnderstoodIsSaid(String expression, String message) {
        assertThatThrownBy(() -> value(expression))
                .isInstanceOf(RuleSyntaxException.class)
                .hasMessage(message);
    }

    @Test
    void aVariableOfAMacroIsKnownInItsBodyOnly() {
        assertThatThrownBy(() -> value("self.l.all(i, i > 0) && i > 0")).isInstanceOf(RuleSyntaxException.class);
    }
}

package io.trainyard.local.rules;

import com.google.protobuf.NullValue;
import dev.cel.bundle.Cel;
import dev.cel.bundle.CelFactory;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeType;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import io.trainyard.foundation.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an expression is worth, as a text: by ours, and by dev.cel, Google's implementation of the language, which is too slow to start to be
 * used for more than telling whether ours is right.
 */
final class CelOracle {
    static final String NO_VALUE = "no value";
    static final String REFUSED = "refused";

    private static final Cel CEL = CelFactory.standardCelBuilder()
            .setOptions(CelOptions.current()
                    .enableHeterogeneousNumericComparisons(true)
                    .enableRegexPartialMatch(true)
                    .build())
            .addVar("self", SimpleType.DYN)
            .addVar("oldSelf", SimpleType.DYN)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addCompilerLibraries(CelExtensions.strings())
            .addRuntimeLibraries(CelExtensions.strings())
            .build();

    private CelOracle() {}

    /** By dev.cel; refused when it does not compile there. */
    static String theirs(String expression, Map<String, ?> variables) {
        CelAbstractSyntaxTree tree;
        try {
            tree = CEL.compile(expression).getAst();
        } catch (CelValidationException e) {
            return REFUSED;
        }
        try {
            return text(CEL.createProgram(tree).eval(variables));
        } catch (CelEvaluationException e) {
            return NO_VALUE;
        }
    }

    /** By ours; refused when it is not understood. */
    static String ours(String expression, Map<String, ?> variables) {
        Scope scope = new Scope("self", variables.get("self"), null).with("oldSelf", variables.get("oldSelf"));
        Expression read;
        try {
            read = Parser.parse(expression, variables.keySet());
        } catch (RuleSyntaxException e) {
            return REFUSED;
        }
        try {
            return text(read.evaluate(scope));
        } catch (RuleFailure e) {
            return NO_VALUE;
        }
    }

    private static String text(Object value) {
        return kind(value) + " " + plain(value);
    }

    private static String kind(Object value) {
        return value instanceof Long ? "int" : value instanceof Number ? "double" : "";
    }

    /** The order of a map's entries means nothing. */
    private static String plain(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, item) -> sorted.put(text(key), text(item)));
            return sorted.toString();
        }
        if (value instanceof List<?> list) {
            return list.stream().map(CelOracle::text).toList().toString();
        }
        if (value == null || value instanceof NullValue || value instanceof dev.cel.common.values.NullValue) {
            return "null";
        }
        if (value instanceof CelType type) {
            CelType shown = type instanceof TypeType ? ((TypeType) type).type() : type;
            return "type " + shown.name().toLowerCase(Locale.ROOT);
        }
        return value instanceof Operations.ValueType type ? "type " + type.name() : Json.text(value);
    }

    static Map<String, Object> variables(Object self, Object oldSelf) {
        Map<String, Object> variables = new LinkedHashMap<>();
        variables.put("self", self);
        variables.put("oldSelf", oldSelf);
        return variables;
    }
}

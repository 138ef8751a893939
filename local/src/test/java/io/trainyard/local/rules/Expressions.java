package io.trainyard.local.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes expressions up. Most have a value, since their parts have the types that they need; one part in twelve has any type.
 * {@code DYN(x)} stands for a value whose type is not known when the expression is read, as that of all values of objects is.
 */
final class Expressions {
    private final Random random;
    private final List<String> variables = new ArrayList<>();

    /** What a part of an expression is meant to be. */
    private enum Type {
        INT,
        DOUBLE,
        BOOL,
        STRING,
        LIST,
        MAP
    }

    Expressions(long seed) {
        this.random = new Random(seed);
    }

    String next() {
        variables.clear();
        return any(4);
    }

    private String any(int depth) {
        return of(Type.values()[random.nextInt(Type.values().length)], depth);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String of(Type type, int depth) {
        if (random.nextInt(12) == 0 && depth > 0) {
            return any(depth - 1);
        }
        if (type == Type.INT && !variables.isEmpty() && random.nextInt(2) == 0) {
            return variables.get(random.nextInt(variables.size()));
        }
        String text = depth == 0 || random.nextInt(5) == 0 ? leaf(type) : composed(type, depth - 1);
        return "DYN(" + text + ")";
    }

    private String leaf(Type type) {
        return switch (type) {
            case INT ->
                pick(
                        "0",
                        "1",
                        "2",
                        "-3",
                        "9223372036854775807",
                        "self.a",
                        "self.m.x",
                        "self.l[0]",
                        "self.o.p.q",
                        "self.z");
            case DOUBLE -> pick("0.0", "2.0", "0.5", "-1.5", "self.b", "self.d");
            case BOOL ->
                pick("true", "false", "self.yes", "has(self.a)", "has(self.z)", "'x' in self.m", "self.l == [3, 1, 2]");
            case STRING ->
                pick(
                        "'a'",
                        "'text'",
                        "''",
                        "'12'",
                        "'-7'",
                        "'2.5'",
                        "' b '",
                        "self.t",
                        "self['t']",
                        "'^t'",
                        "'e+x?t$'",
                        "'é…𝄞'");
            case LIST -> pick("[]", "[1, 2, 3]", "self.l", "self.e", "oldSelf.l", "[2, 1]");
            case MAP -> pick("{}", "self.m", "{'x': 1}", "self.o", "self.o.p", "oldSelf.m");
        };
    }

    private String composed(Type type, int depth) {
        return switch (type) {
            case INT ->
                switch (random.nextInt(6)) {
                    case 0, 1 -> of(Type.INT, depth) + pick(" + ", " - ", " * ", " / ", " % ") + of(Type.INT, depth);
                    case 2 -> "size(" + of(sized(), depth) + ")";
                    case 3 -> "int(" + of(pickType(Type.INT, Type.DOUBLE, Type.STRING), depth) + ")";
                    case 4 -> choice(type, depth);
                    default -> of(Type.LIST, depth) + "[" + of(Type.INT, depth) + "]";
                };
            case DOUBLE ->
                switch (random.nextInt(4)) {
                    case 0, 1 -> of(Type.DOUBLE, depth) + pick(" + ", " - ", " * ", " / ") + of(Type.DOUBLE, depth);
                    case 2 -> "double(" + of(pickType(Type.INT, Type.DOUBLE, Type.STRING), depth) + ")";
                    default -> choice(type, depth);
                };
            case BOOL -> truth(depth);
            case STRING ->
                switch (random.nextInt(5)) {
                    case 0 -> of(Type.STRING, depth) + " + " + of(Type.STRING, depth);
                    case 1 -> "string(" + leaf(pickType(Type.INT, Type.BOOL, Type.STRING)) + ")";
                    case 2 -> of(Type.STRING, depth) + pick(".lowerAscii()", ".upperAscii()", ".trim()");
                    case 3 ->
                        of(Type.STRING, depth) + ".replace(" + of(Type.STRING, depth) + ", " + of(Type.STRING, depth)
                                + ")";
                    default -> choice(type, depth);
                };
            case LIST ->
                switch (random.nextInt(6)) {
                    case 0 -> of(Type.LIST, depth) + " + " + of(Type.LIST, depth);
                    case 1 -> "[" + any(depth) + ", " + any(depth) + "]";
                    case 2 -> macro("filter", Type.BOOL, depth);
                    case 3 -> macro("map", Type.INT, depth);
                    case 4 -> of(Type.STRING, depth) + ".split(" + of(Type.STRING, depth) + ")";
                    default -> choice(type, depth);
                };
            case MAP ->
                random.nextBoolean() ? "{" + of(Type.STRING, depth) + ": " + any(depth) + "}" : choice(type, depth);
        };
    }

    private String truth(int depth) {
        return switch (random.nextInt(9)) {
            case 0 -> bool(depth) + pick(" && ", " || ") + bool(depth);
            case 1 -> of(number(), depth) + pick(" < ", " <= ", " > ", " >= ") + of(number(), depth);
            case 2 -> of(Type.STRING, depth) + pick(" < ", " >= ", " == ") + of(Type.STRING, depth);
            case 3 -> any(depth) + pick(" == ", " != ") + any(depth);
            case 4 -> any(depth) + " in " + of(pickType(Type.LIST, Type.MAP), depth);
            case 5 -> macro(pick("all", "exists", "exists_one"), Type.BOOL, depth);
            case 6 ->
                of(Type.STRING, depth) + pick(".matches(", ".startsWith(", ".endsWith(", ".contains(")
                        + of(Type.STRING, depth) + ")";
            case 7 ->
                "type(" + any(depth) + ") == "
                        + pick("int", "double", "bool", "string", "type(self.l)", "type(self.m)");
            default ->
                random.nextBoolean()
                        ? "!" + of(Type.BOOL, depth)
                        : "has(" + of(Type.MAP, depth) + pick(".x", ".p", ".zz") + ")";
        };
    }

    /** True, false or an error, but nothing else: what such operands do differs between implementations of the language. */
    private String bool(int depth) {
        return depth == 0
                ? leaf(Type.BOOL)
                : "DYN(" + (random.nextInt(4) == 0 ? leaf(Type.BOOL) : truth(depth - 1)) + ")";
    }

    private String choice(Type type, int depth) {
        return of(Type.BOOL, depth) + " ? " + of(type, depth) + " : " + of(type, depth);
    }

    private String macro(String name, Type type, int depth) {
        String list = of(Type.LIST, depth);
        String variable = "v" + variables.size();
        variables.add(variable);
        String body = type == Type.BOOL ? bool(depth) : of(type, depth);
        variables.remove(variable);
        return list + "." + name + "(" + variable + ", " + body + ")";
    }

    private Type pickType(Type... types) {
        return types[random.nextInt(types.length)];
    }

    private Type number() {
        return pickType(Type.INT, Type.INT, Type.DOUBLE);
    }

    private Type sized() {
        return pickType(Type.STRING, Type.LIST, Type.MAP);
    }
}

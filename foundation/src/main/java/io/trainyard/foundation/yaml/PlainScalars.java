package io.trainyard.foundation.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a scalar without quotes means. The rules are those of kubectl, which are neither YAML 1.1 nor 1.2: {@code 0644} is octal,
 * {@code yes} is true, {@code 1:30} and dates are text, and a number without fraction is an integer ({@code 1.0}, {@code 1e3}). Only in one
 * thing we differ: {@code y} and {@code n} are text, as nearly every other reader has it.
 */
final class PlainScalars {
    private static final Map<String, Boolean> BOOLEANS =
            Map.of("yes", true, "true", true, "on", true, "no", false, "false", false, "off", false);

    /** As many as in JSON. To read a number of a million digits takes minutes. */
    private static final int MAX_DIGITS = 1_000;

    private static final BigDecimal MAX_EXACT_INTEGER = BigDecimal.valueOf(1L << 53);

    private PlainScalars() {}

    /**
     * The value.
     *
     * @throws NumberFormatException when it is a number that JSON cannot hold: infinite, too long, or none at all
     */
    static @Nullable Object resolve(String text) {
        if (text.isEmpty()) {
            return null;
        }
        char first = text.charAt(0);
        if ((first >= '0' && first <= '9') || first == '+' || first == '-' || first == '.') {
            return number(text);
        }
        if (text.length() > 5) {
            return text;
        }
        if (text.equals("~") || isWord(text, "null")) {
            return null;
        }
        Boolean value = BOOLEANS.get(text.toLowerCase(Locale.ROOT));
        return value != null && isWord(text, text.toLowerCase(Locale.ROOT)) ? value : text;
    }

    /** Lower case, upper case, or with one capital: {@code null, NULL, Null}. */
    private static boolean isWord(String text, String lower) {
        return text.equals(lower)
                || text.equals(lower.toUpperCase(Locale.ROOT))
                || text.equals(lower.substring(0, 1).toUpperCase(Locale.ROOT) + lower.substring(1));
    }

    private static Object number(String text) {
        String unsigned = text.charAt(0) == '+' || text.charAt(0) == '-' ? text.substring(1) : text;
        if (isWord(unsigned, ".inf") || unsigned.equals(".Inf") || text.equals(".NaN") || isWord(text, ".nan")) {
            throw new NumberFormatException("JSON has no such number");
        }
        String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
        BigInteger integer = integer(digits);
        if (integer != null) {
            return smallest(integer);
        }
        return isDecimal(digits) ? decimal(digits) : text;
    }

    private static @Nullable BigInteger integer(String text) {
        boolean negative = text.startsWith("-");
        String digits = negative || text.startsWith("+") ? text.substring(1) : text;
        int radix = 10;
        int skip = 0;
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            char mark = Character.toLowerCase(digits.charAt(1));
            radix = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
            skip = mark == 'x' || mark == 'b' || mark == 'o' ? 2 : 1;
        }
        if (skip == digits.length()) {
            return null;
        }
        for (int i = skip; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c > 'f' || Character.digit(c, radix) < 0) {
                return null;
            }
        }
        requireShort(digits);
        BigInteger value = new BigInteger(digits.substring(skip), radix);
        return negative ? value.negate() : value;
    }

    private static Object smallest(BigInteger value) {
        if (value.bitLength() < 32) {
            return value.intValue();
        }
        return value.bitLength() < 64 ? (Object) value.longValue() : value;
    }

    /** An optional sign, digits with at most one point, an optional exponent. */
    private static boolean isDecimal(String text) {
        int i = text.charAt(0) == '+' || text.charAt(0) == '-' ? 1 : 0;
        int digits = 0;
        boolean point = false;
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && !point) {
                point = true;
            } else {
                break;
            }
        }
        if (digits == 0 || i == text.length()) {
            return digits > 0;
        }
        if (text.charAt(i) != 'e' && text.charAt(i) != 'E') {
            return false;
        }
        i++;
        if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
            i++;
        }
        // A longer exponent is no number that anybody means, and would be expensive to look at.
        if (i == text.length() || text.length() - i > 4) {
            return false;
        }
        for (; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    static Object decimal(String text) {
        requireShort(text);
        BigDecimal exact = new BigDecimal(text);
        if (exact.abs().compareTo(MAX_EXACT_INTEGER) <= 0
                && (exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0)) {
            return smallest(exact.toBigInteger());
        }
        double value = exact.doubleValue();
        if (Double.isInfinite(value)) {
            throw new NumberFormatException("too large for a number");
        }
        return value;
    }

    private static void requireShort(String number) {
        if (number.length() > MAX_DIGITS) {
            throw new NumberFormatException("it has more than " + MAX_DIGITS + " digits; put text in quotes");
        }
    }
}

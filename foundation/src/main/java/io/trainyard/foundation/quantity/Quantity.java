package io.trainyard.foundation.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount such as {@code 500m}, {@code 2Gi} or {@code 1e3}.
 *
 * @param value exact value, in units of one
 * @param form how it was written, and is written again
 */
public record Quantity(BigDecimal value, Form form) {
    /** Ways of writing an amount. */
    public enum Form {
        /** Powers of 1000 with letters: {@code m}, {@code k}, {@code M}. */
        DECIMAL,
        /** Powers of 1024: {@code Ki}, {@code Mi}. */
        BINARY,
        /** Powers of ten as numbers: {@code 1e3}. */
        EXPONENT
    }

    private static final Pattern SYNTAX =
            Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?\\d{1,3}))?");
    private static final Pattern SHORT = Pattern.compile("[1-9]\\d{0,2}([mkMGTPE]|[KMGTPE]i)?");
    private static final List<String> BINARY_SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final Map<String, Integer> DECIMAL_EXPONENTS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final List<String> DECIMAL_SUFFIXES = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final BigDecimal STEP = BigDecimal.valueOf(1024);
    private static final int FINEST_SCALE = 9;

    /** True for most amounts that are canonical already, and for no others. */
    public static boolean isShort(String text) {
        return SHORT.matcher(text).matches();
    }

    /**
     * Reads an amount.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Quantity parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no quantity: it must be a number with at most one of the "
                            + "suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or an exponent such as e3");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        if (matcher.group(2) != null) {
            return new Quantity(number.multiply(STEP.pow(BINARY_SUFFIXES.indexOf(matcher.group(2)))), Form.BINARY);
        }
        if (matcher.group(4) != null) {
            return new Quantity(number.scaleByPowerOfTen(Integer.parseInt(matcher.group(4))), Form.EXPONENT);
        }
        int exponent = matcher.group(3) == null ? 0 : DECIMAL_EXPONENTS.get(matcher.group(3));
        return new Quantity(number.scaleByPowerOfTen(exponent), Form.DECIMAL);
    }

    /** The amount, rounded up to this many digits after the point. */
    public Quantity roundedUp(int digits) {
        return value.scale() > digits ? new Quantity(value.setScale(digits, RoundingMode.UP), form) : this;
    }

    /** The amount as the API server writes it: as few digits as possible, nothing finer than a billionth, rounded up. */
    public String canonical() {
        BigDecimal rounded = value.scale() > FINEST_SCALE ? value.setScale(FINEST_SCALE, RoundingMode.UP) : value;
        if (rounded.signum() == 0) {
            return "0";
        }
        boolean small = rounded.abs().compareTo(STEP) < 0;
        return form == Form.BINARY && !small ? binary(rounded) : decimal(rounded);
    }

    private static String binary(BigDecimal amount) {
        BigDecimal mantissa = amount.setScale(0, RoundingMode.UP);
        int suffix = 0;
        while (suffix < BINARY_SUFFIXES.size() - 1 && mantissa.remainder(STEP).signum() == 0) {
            mantissa = mantissa.divide(STEP);
            suffix++;
        }
        return mantissa.toPlainString() + BINARY_SUFFIXES.get(suffix);
    }

    private String decimal(BigDecimal amount) {
        BigDecimal stripped = amount.stripTrailingZeros();
        int exponent = Math.max(-FINEST_SCALE, Math.min(18, Math.floorDiv(-stripped.scale(), 3) * 3));
        String mantissa = stripped.scaleByPowerOfTen(-exponent).toPlainString();
        if (form == Form.EXPONENT) {
            return exponent == 0 ? mantissa : mantissa + "e" + exponent;
        }
        return mantissa + DECIMAL_SUFFIXES.get(exponent / 3 + 3);
    }
}

package io.trainyard.foundation.quantity;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount such as {@code 500m}, {@code 2Gi} or {@code 1e3}, read and written as Kubernetes does. Cheap whatever the text says: numbers with
 * absurdly many digits or a huge exponent, for which exact arithmetic would take seconds, are refused.
 *
 * @param value the exact value in units of one; at most nine digits after the point
 * @param form how it was written, and is written again
 */
public record ResourceQuantity(BigDecimal value, Form form) {
    /** Ways of writing an amount. */
    public enum Form {
        /** Powers of 1000 with letters: {@code m}, {@code k}, {@code M}. */
        DECIMAL,
        /** Powers of 1024: {@code Ki}, {@code Mi}. */
        BINARY,
        /** Powers of ten as numbers: {@code 1e3}. */
        EXPONENT
    }

    private static final int MAX_LENGTH = 256;
    private static final int MAX_DIGITS = 1000;
    private static final Pattern SYNTAX =
            Pattern.compile("([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(?:([KMGTPE]i)|([numkMGTPE])|[eE]([+-]?0*\\d{1,3}))?");
    private static final Pattern SHORT = Pattern.compile("[1-9]\\d{0,2}([mkMGTPE]|[KMGTPE]i)?");
    private static final List<String> BINARY_SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final Map<String, Integer> DECIMAL_EXPONENTS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final List<String> DECIMAL_SUFFIXES = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final int MAX_DECIMAL_EXPONENT = 18;
    private static final BigDecimal STEP = BigDecimal.valueOf(1024);
    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int NANO = 9;

    /** True for most amounts that are canonical already, and for no others. */
    public static boolean isShort(String text) {
        return SHORT.matcher(text).matches();
    }

    /**
     * Reads an amount. As in Kubernetes, what is finer than a billionth is rounded up (away from zero), and an amount with a binary suffix is
     * at most 2⁶³ - 1.
     *
     * @throws IllegalArgumentException when it is none, or has more than 256 characters, an exponent beyond ±999 or more than a thousand
     *     digits before its point
     */
    public static ResourceQuantity parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.length() > MAX_LENGTH ? "" : text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + shown(text) + "\" is no quantity: it must be a number with at most one of the "
                            + "suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei, or an exponent such as e3");
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        if (matcher.group(2) != null) {
            return binary(number.multiply(STEP.pow(BINARY_SUFFIXES.indexOf(matcher.group(2)))));
        }
        if (matcher.group(4) != null) {
            return rounded(number.scaleByPowerOfTen(Integer.parseInt(matcher.group(4))), Form.EXPONENT);
        }
        int exponent = matcher.group(3) == null ? 0 : DECIMAL_EXPONENTS.get(matcher.group(3));
        return rounded(number.scaleByPowerOfTen(exponent), Form.DECIMAL);
    }

    private static String shown(String text) {
        return text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "…";
    }

    private static ResourceQuantity binary(BigDecimal amount) {
        if (amount.abs().compareTo(MAX_BINARY) > 0) {
            return new ResourceQuantity(amount.signum() < 0 ? MAX_BINARY.negate() : MAX_BINARY, Form.BINARY);
        }
        boolean fraction = amount.signum() > 0 && amount.compareTo(BigDecimal.ONE) < 0;
        return rounded(amount, fraction ? Form.DECIMAL : Form.BINARY);
    }

    private static ResourceQuantity rounded(BigDecimal amount, Form form) {
        if ((long) amount.precision() - amount.scale() > MAX_DIGITS) {
            throw new IllegalArgumentException("a quantity has at most " + MAX_DIGITS + " digits before its point");
        }
        return new ResourceQuantity(amount.scale() > NANO ? amount.setScale(NANO, RoundingMode.UP) : amount, form);
    }

    /** The amount, rounded up to this many digits after the point. */
    public ResourceQuantity roundedUp(int digits) {
        return value.scale() > digits ? new ResourceQuantity(value.setScale(digits, RoundingMode.UP), form) : this;
    }

    /** How often a divisor fits, rounded up; a divisor that is not positive counts as one. */
    public BigInteger dividedBy(ResourceQuantity divisor) {
        BigDecimal part = divisor.value.signum() <= 0 ? BigDecimal.ONE : divisor.value;
        return value.divide(part, 0, RoundingMode.CEILING).toBigInteger();
    }

    /**
     * The amount as the API server writes it: as few digits as possible. Powers of 1024 only where they lose nothing, and not for amounts
     * below 1024.
     */
    public String canonical() {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal stripped = value.stripTrailingZeros();
        boolean binary =
                form == Form.BINARY && stripped.scale() <= 0 && stripped.abs().compareTo(STEP) >= 0;
        return binary ? binaryText(stripped) : decimalText(stripped);
    }

    private static String binaryText(BigDecimal amount) {
        BigDecimal mantissa = amount;
        int suffix = 0;
        while (suffix < BINARY_SUFFIXES.size() - 1 && mantissa.remainder(STEP).signum() == 0) {
            mantissa = mantissa.divide(STEP);
            suffix++;
        }
        return mantissa.toPlainString() + BINARY_SUFFIXES.get(suffix);
    }

    private String decimalText(BigDecimal stripped) {
        int exponent = Math.max(-NANO, Math.floorDiv(-stripped.scale(), 3) * 3);
        if (form != Form.EXPONENT) {
            exponent = Math.min(MAX_DECIMAL_EXPONENT, exponent);
        }
        String mantissa = stripped.scaleByPowerOfTen(-exponent).toPlainString();
        if (form == Form.EXPONENT) {
            return exponent == 0 ? mantissa : mantissa + "e" + exponent;
        }
        return mantissa + DECIMAL_SUFFIXES.get(exponent / 3 + 3);
    }
}

package io.trainyard.local.kubelet.environment;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts as Kubernetes writes them, such as {@code 500m}, {@code 2Gi} or {@code 1e3}. */
final class Quantity {
    private static final Pattern FORM =
            Pattern.compile("([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]?)");
    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("n", BigDecimal.valueOf(1, 9)),
            Map.entry("u", BigDecimal.valueOf(1, 6)),
            Map.entry("m", BigDecimal.valueOf(1, 3)),
            Map.entry("", BigDecimal.ONE),
            Map.entry("k", BigDecimal.valueOf(1_000)),
            Map.entry("M", BigDecimal.valueOf(1_000_000)),
            Map.entry("G", BigDecimal.valueOf(1_000_000_000)),
            Map.entry("T", BigDecimal.valueOf(1_000_000_000_000L)),
            Map.entry("P", BigDecimal.valueOf(1_000_000_000_000_000L)),
            Map.entry("E", BigDecimal.valueOf(1_000_000_000_000_000_000L)),
            Map.entry("Ki", binary(10)),
            Map.entry("Mi", binary(20)),
            Map.entry("Gi", binary(30)),
            Map.entry("Ti", binary(40)),
            Map.entry("Pi", binary(50)),
            Map.entry("Ei", binary(60)));

    private Quantity() {}

    private static BigDecimal binary(int bits) {
        return new BigDecimal(BigInteger.ONE.shiftLeft(bits));
    }

    /**
     * Reads an amount.
     *
     * @throws ConfigurationException when it is none
     */
    static BigDecimal parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new ConfigurationException("\"" + text + "\" is not an amount; write a number with an optional unit,"
                    + " such as 500m, 2 or 4Gi");
        }
        try {
            return new BigDecimal(form.group(1)).multiply(UNITS.get(form.group(2)));
        } catch (NumberFormatException e) {
            throw new ConfigurationException(
                    "\"" + text + "\" is not an amount: " + form.group(1) + " is not a number");
        }
    }

    /** How often the divisor fits, rounded up. */
    static String divided(BigDecimal amount, BigDecimal divisor) {
        if (divisor.signum() <= 0) {
            return divided(amount, BigDecimal.ONE);
        }
        return amount.divide(divisor, 0, RoundingMode.CEILING).toBigInteger().toString();
    }
}

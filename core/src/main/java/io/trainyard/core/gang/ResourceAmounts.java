package io.trainyard.core.gang;

import io.fabric8.kubernetes.api.model.Quantity;
import io.trainyard.foundation.quantity.ResourceQuantity;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A sum of resources, exact, and written as people write them. Not thread-safe. */
public final class ResourceAmounts {
    private static final List<String> BINARY_SUFFIXES = List.of("Ei", "Pi", "Ti", "Gi", "Mi", "Ki");
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    private final Map<String, BigDecimal> amounts = new TreeMap<>();
    private final Set<String> decimal = new HashSet<>();

    /** Adds something several times. */
    public ResourceAmounts add(Map<String, Quantity> resources, int times) {
        resources.forEach((name, quantity) -> add(name, quantity, BigDecimal.valueOf(times)));
        return this;
    }

    private void add(String name, Quantity quantity, BigDecimal times) {
        amounts.merge(name, amount(quantity).multiply(times), BigDecimal::add);
        note(name, quantity);
    }

    /** Raises each amount to this one where it is less. */
    public void raiseTo(ResourceAmounts other) {
        other.amounts.forEach((name, amount) -> amounts.merge(name, amount, BigDecimal::max));
        decimal.addAll(other.decimal);
    }

    /** Replaces one amount. */
    public void set(String name, Quantity quantity) {
        amounts.put(name, amount(quantity));
        decimal.remove(name);
        note(name, quantity);
    }

    /** A sum that goes on from here. */
    public ResourceAmounts copy() {
        ResourceAmounts copy = new ResourceAmounts();
        copy.amounts.putAll(amounts);
        copy.decimal.addAll(decimal);
        return copy;
    }

    private void note(String name, Quantity quantity) {
        if (!quantity.getFormat().endsWith("i") && amount(quantity).signum() != 0) {
            decimal.add(name);
        }
    }

    private static BigDecimal amount(Quantity quantity) {
        return ResourceQuantity.parse(quantity.toString()).value();
    }

    /** The sum, sorted by name. Unmodifiable. */
    public Map<String, Quantity> toQuantities() {
        Map<String, Quantity> quantities = new TreeMap<>();
        amounts.forEach((name, amount) -> quantities.put(name, new Quantity(text(name, amount))));
        return Collections.unmodifiableMap(quantities);
    }

    private String text(String name, BigDecimal amount) {
        boolean whole = amount.stripTrailingZeros().scale() <= 0;
        if (name.equals("cpu") && !whole) {
            BigDecimal millis = amount.multiply(THOUSAND).stripTrailingZeros();
            return millis.scale() <= 0 ? millis.toPlainString() + "m" : amount.toPlainString();
        }
        if (!whole) {
            return amount.stripTrailingZeros().toPlainString();
        }
        BigInteger units = amount.toBigIntegerExact();
        return decimal.contains(name) || units.signum() == 0 ? units.toString() : binary(units);
    }

    private static String binary(BigInteger units) {
        for (int i = 0; i < BINARY_SUFFIXES.size(); i++) {
            BigInteger[] parts = units.divideAndRemainder(KIBI.pow(BINARY_SUFFIXES.size() - i));
            if (parts[1].signum() == 0) {
                return parts[0] + BINARY_SUFFIXES.get(i);
            }
        }
        return units.toString();
    }
}

package io.trainyard.spi.framework;

import java.util.function.Predicate;

/** Names for what is added, beside the names that authors use. Pure. */
public final class FreeName {
    private FreeName() {}

    /** The wanted name, or the first with a number behind it that is not taken. */
    public static String of(String wanted, Predicate<String> taken) {
        String name = wanted;
        for (int number = 2; taken.test(name); number++) {
            name = wanted + "-" + number;
        }
        return name;
    }
}

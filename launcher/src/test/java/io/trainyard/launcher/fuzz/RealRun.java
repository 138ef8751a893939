package io.trainyard.launcher.fuzz;

import io.trainyard.launcher.fuzz.RealWay.End;
import io.trainyard.launcher.fuzz.RealWay.Verdict;
import java.util.EnumMap;
import java.util.Map;

/** What became of all pairs. Safe on any thread. */
final class RealRun {
    private final Map<End, Integer> ends = new EnumMap<>(End.class);
    private final Findings later = new Findings();
    private final Findings notAllowed = new Findings();
    private final Findings strict = new Findings();
    private final Findings schema = new Findings();
    private final Findings sound = new Findings();

    synchronized void add(OrdinaryPair pair, Verdict verdict) {
        ends.merge(verdict.end(), 1, Integer::sum);
        String words = verdict.kind() + ": " + firstOf(verdict.words());
        switch (verdict.end()) {
            case REFUSED_LATER, NOT_COMPILED -> later.add(verdict.end() + " " + words, pair.toString());
            case NOT_ALLOWED -> notAllowed.add(words, pair.toString());
            case REFUSED_BY_SCHEMA -> schema.add(words, pair.mistakes().toString());
            case REFUSED_BY_US -> {
                if (verdict.isStrict()) {
                    strict.add(words, pair.toString());
                }
            }
            case RUNS -> {}
        }
        if (pair.mistakes().isEmpty() && verdict.end() != End.RUNS) {
            sound.add(verdict.end() + " " + words, pair.toString());
        }
    }

    /** Of several mistakes the first, without the object's name. */
    private static String firstOf(String words) {
        String problems = words.replaceFirst("(?s)^.*? is invalid: ", "");
        String first = problems.startsWith("[") ? problems.substring(1).split(", (?=spec|metadata)", 2)[0] : problems;
        return first.replaceFirst("(?s)\\{.*\\}", "{}");
    }

    synchronized int count(End end) {
        return ends.getOrDefault(end, 0);
    }

    /** How many we took. */
    int admitted() {
        return count(End.RUNS) + count(End.REFUSED_LATER) + count(End.NOT_COMPILED) + count(End.NOT_ALLOWED);
    }

    Findings admittedAndRefused() {
        return later;
    }

    String details() {
        return "ADMITTED, THEN REFUSED\n" + later + "\nADMITTED, THEN NOT ALLOWED\n" + notAllowed
                + "\nREFUSED BY US ALONE\n" + strict + "\nWITHOUT MISTAKE AND NOT RUNNING\n" + sound + "\nSCHEMA\n"
                + schema + "\n";
    }

    @Override
    public String toString() {
        return ends + ", " + admitted() + " admitted, "
                + Math.round(10_000.0 * (count(End.REFUSED_LATER) + count(End.NOT_COMPILED)) / Math.max(1, admitted()))
                        / 10.0
                + " in 1,000 of them refused later";
    }
}

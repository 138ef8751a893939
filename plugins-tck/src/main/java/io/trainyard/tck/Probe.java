package io.trainyard.tck;

import java.util.List;

/** Looks for one thing; what is another check's business is passed over. */
@FunctionalInterface
interface Probe {
    /** What is wrong; empty when nothing is. */
    List<String> problems(Subject subject);
}

package io.trainyard.plugins.xgboost;

import io.trainyard.spi.runtime.Environment.Precedence;
import java.util.Arrays;
import java.util.List;

/** The variables of an XGBoost container, in the order in which they are set. */
enum XgboostVariable {
    DMLC_TRACKER_URI(Precedence.RESERVED),
    DMLC_TRACKER_PORT(Precedence.RESERVED),
    DMLC_TASK_ID(Precedence.RESERVED),
    DMLC_NUM_WORKER(Precedence.RESERVED),
    TRAINER_NPROC_PER_NODE(Precedence.SET_IF_ABSENT);

    /** Names of all of them. */
    static final List<String> NAMES =
            Arrays.stream(values()).map(XgboostVariable::name).toList();

    /** Names of those that nobody else may set. */
    static final List<String> RESERVED = Arrays.stream(values())
            .filter(variable -> variable.precedence == Precedence.RESERVED)
            .map(XgboostVariable::name)
            .toList();

    private final Precedence precedence;

    XgboostVariable(Precedence precedence) {
        this.precedence = precedence;
    }

    /** Who wins when the template or the user sets it, too. */
    Precedence precedence() {
        return precedence;
    }
}

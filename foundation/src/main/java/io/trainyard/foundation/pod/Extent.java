package io.trainyard.foundation.pod;

/** How much of an object is there when rules look at it. */
public enum Extent {
    /** What a patch says: each value must be right, but it need not say all. */
    PART,
    /** What a runtime says: a TrainJob may add images, volumes, mounts, amounts and counts. */
    TEMPLATE,
    /** All of it: what lacks now will never come. */
    WHOLE
}

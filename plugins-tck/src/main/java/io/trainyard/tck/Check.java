package io.trainyard.tck;

import java.util.List;

/** What the kit looks for. Each is one rule of the contract between a plugin and its host. */
public enum Check {
    /** The name is valid, constant, and not one of Trainyard's own. */
    NAME(new NameProbe()),
    /** The constructor does not wait for anything; work that can fail or takes time belongs into {@code start}. */
    CONSTRUCTOR(new ConstructorProbe()),
    /** The same TrainJob and runtime give the same objects, in a second instance, too. */
    DETERMINISM(new DeterminismProbe()),
    /** TrainJob and runtime template are not changed; what may be changed is {@code RuntimeInfo}, by its methods. */
    INPUT(new InputProbe()),
    /** Eight calls at once, about different TrainJobs, give what they give one after the other. */
    CONCURRENCY(new ConcurrencyProbe()),
    /** A runtime that does not select the plugin is left alone. */
    NOT_SELECTED(new NotSelectedProbe()),
    /** Errors of validations name a field that a TrainJob or a runtime has; a TrainJob given as wrong is refused. */
    FIELD_PATHS(new FieldPathProbe()),
    /** No call waits, or takes 100 ms, unless the plugin says that it is slow. */
    BLOCKING(new BlockingProbe()),
    /** No thread is left behind. */
    THREADS(new ThreadProbe()),
    /** Answers hold no class but the JDK's, the contract's and the plugin's own. */
    FOREIGN_CLASSES(new ForeignClassProbe()),
    /** Objects are complete, named after the TrainJob, and carry the labels by which the plugin watches them. */
    COMPONENTS(new ComponentProbe()),
    /** What was built is built again when it exists, and when only the TrainJob's status has changed. */
    RE_APPLY(new ReApplyProbe()),
    /** Once a TrainJob has ended it stays so. */
    TERMINAL(new TerminalProbe()),
    /** What it tells people about a TrainJob is text and links of the web, also when nothing is known of its objects. */
    NOTES(new NotesProbe()),
    /** A cluster that does not answer makes a {@code Uni} fail, so that the host tries again; nothing is thrown. */
    READER(new ReaderProbe()),
    /** The jar has the list of services and its SPI version, no class of the host, and loads. Only for jars. */
    JAR(new JarProbe()),
    /** An override in the shape of v2.1 and the same in the current shape give the same objects. */
    OVERRIDE_SHAPES(new OverrideShapeProbe());

    private final Probe probe;

    Check(Probe probe) {
        this.probe = probe;
    }

    List<String> problems(Subject subject) {
        return probe.problems(subject);
    }
}

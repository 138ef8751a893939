package io.trainyard.core.manifest;

import io.trainyard.foundation.yaml.Document;
import io.trainyard.foundation.yaml.Problem;
import io.trainyard.spi.model.RuntimeResource;
import io.trainyard.spi.model.TrainJob;
import java.util.List;
import java.util.Map;

/**
 * Everything that was found in some files.
 *
 * @param documents all documents, lists taken apart
 * @param trainJobs the TrainJobs, in the order of the files
 * @param runtimes the TrainingRuntimes and ClusterTrainingRuntimes, likewise; where there are problems, of some the name alone
 * @param others objects of all other kinds as trees, likewise
 * @param problems what is wrong; empty when everything can be used
 * @param notes what a user should know although it is accepted
 */
public record Manifests(
        List<Document> documents,
        List<Manifest<TrainJob>> trainJobs,
        List<Manifest<RuntimeResource>> runtimes,
        List<Manifest<Map<String, Object>>> others,
        List<Problem> problems,
        List<Problem> notes) {
    public Manifests {
        documents = List.copyOf(documents);
        trainJobs = List.copyOf(trainJobs);
        runtimes = List.copyOf(runtimes);
        others = List.copyOf(others);
        problems = List.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /** All that several of these hold. */
    public static Manifests of(List<Manifests> parts) {
        return new Manifests(
                parts.stream().flatMap(part -> part.documents.stream()).toList(),
                parts.stream().flatMap(part -> part.trainJobs.stream()).toList(),
                parts.stream().flatMap(part -> part.runtimes.stream()).toList(),
                parts.stream().flatMap(part -> part.others.stream()).toList(),
                parts.stream().flatMap(part -> part.problems.stream()).toList(),
                parts.stream().flatMap(part -> part.notes.stream()).toList());
    }
}

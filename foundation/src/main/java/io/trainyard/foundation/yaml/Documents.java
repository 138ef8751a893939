package io.trainyard.foundation.yaml;

import java.util.List;

/**
 * What reading a source gave.
 *
 * @param documents the documents that hold something, in order; empty ones between two separators are left out
 * @param problems why the source, or a part of it, could not be read; empty when all went well
 */
public record Documents(List<Document> documents, List<Problem> problems) {
    public Documents {
        documents = List.copyOf(documents);
        problems = List.copyOf(problems);
    }

    /** The same documents without lines and columns: Trainyard made the text, so a message names the source alone. */
    public Documents withoutLines() {
        return new Documents(documents.stream().map(Document::withoutLines).toList(), problems);
    }

    public static Documents unreadable(Problem problem) {
        return new Documents(List.of(), List.of(problem));
    }
}

package io.trainyard.dashboard.log;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.view.JobKey;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where logs come from. May be called from any thread. */
public interface LogSource {

    /**
     * Which logs.
     *
     * @param step empty for all
     * @param container empty for the main one
     * @param ranks empty for all
     * @param attempt counts from 0; empty for the current one
     */
    record Selection(JobKey job, String step, String container, List<Integer> ranks, Optional<Integer> attempt) {
        public Selection {
            ranks = List.copyOf(ranks);
        }
    }

    /** A container with a log. */
    record Origin(int rank, String step, int attempt, String pod, String container) {}

    /**
     * From where on.
     *
     * @param follow whether to go on until the container ends
     * @param tail how many lines of the end; empty for all
     * @param since only lines from then on
     * @param previous the container before the last restart
     */
    record Part(boolean follow, Optional<Integer> tail, Optional<Instant> since, boolean previous) {}

    /** The containers that are meant, by step, rank and attempt. */
    Uni<List<Origin>> origins(Selection selection);

    /**
     * Begins to read. The stream is paused, delivers on the context of the caller, and obeys: who reads slowly is sent no more than he takes. Each line
     * begins with its time.
     *
     * @return fails with a message for a person when there is nothing to read
     */
    Uni<Log> open(JobKey job, Origin origin, Part part);

    /** A log that is being read. */
    interface Log {
        ReadStream<Buffer> bytes();

        /** Ends it early. May be called more than once. */
        void close();
    }
}

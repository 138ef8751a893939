package io.trainyard.local.api;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.streaming.StreamingRuntime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the server is set up. Immutable; begin with {@link #DEFAULT}.
 *
 * @param port to listen on, on 127.0.0.1; 0 for any free one
 * @param hooks take part in every write
 * @param time empty for time as it passes
 * @param logs knows what containers wrote
 * @param streaming runs programs in containers, and knows where pods are reached
 * @param definitions custom resource definitions that are there from the start
 * @param persistence what outlives the server; empty for nothing
 */
public record LocalApiOptions(
        int port,
        List<AdmissionHook> hooks,
        Optional<TimeSource> time,
        PodLogProvider logs,
        StreamingRuntime streaming,
        List<Map<String, Object>> definitions,
        Optional<Persistence> persistence) {
    public static final LocalApiOptions DEFAULT = new LocalApiOptions(
            0, List.of(), Optional.empty(), PodLogProvider.NONE, StreamingRuntime.NONE, List.of(), Optional.empty());

    public LocalApiOptions {
        hooks = List.copyOf(hooks);
        definitions = definitions.stream().map(Tree::freeze).toList();
    }

    /**
     * What outlives the server.
     *
     * @param journal file of its objects, in a folder that exists; events go after an hour, as in a cluster
     * @param token what requests must carry
     */
    public record Persistence(Path journal, String token) {}

    /** Goes on with the objects of the server before it. */
    public LocalApiOptions withPersistence(Persistence kept) {
        return new LocalApiOptions(port, hooks, time, logs, streaming, definitions, Optional.of(kept));
    }

    public LocalApiOptions withPort(int number) {
        return new LocalApiOptions(number, hooks, time, logs, streaming, definitions, persistence);
    }

    /** One more hook, asked after those before it. */
    public LocalApiOptions withHook(AdmissionHook hook) {
        List<AdmissionHook> all = new ArrayList<>(hooks);
        all.add(hook);
        return new LocalApiOptions(port, all, time, logs, streaming, definitions, persistence);
    }

    public LocalApiOptions withTime(TimeSource source) {
        return new LocalApiOptions(port, hooks, Optional.of(source), logs, streaming, definitions, persistence);
    }

    /** Answers requests for logs out of this. */
    public LocalApiOptions withLogs(PodLogProvider provider) {
        return new LocalApiOptions(port, hooks, time, provider, streaming, definitions, persistence);
    }

    /** Lets clients run programs in containers, and reach ports of pods. */
    public LocalApiOptions withStreaming(StreamingRuntime runtime) {
        return new LocalApiOptions(port, hooks, time, logs, runtime, definitions, persistence);
    }

    /**
     * Serves the kinds of these definitions from the start. They cost far less than definitions that are created later, since they are not
     * checked: use them for definitions that are known to be right.
     */
    public LocalApiOptions withDefinitions(List<Map<String, Object>> more) {
        List<Map<String, Object>> all = new ArrayList<>(definitions);
        all.addAll(more);
        return new LocalApiOptions(port, hooks, time, logs, streaming, all, persistence);
    }

    /** One more of {@link #withDefinitions}. */
    public LocalApiOptions withDefinition(Map<String, Object> definition) {
        return withDefinitions(List.of(definition));
    }
}

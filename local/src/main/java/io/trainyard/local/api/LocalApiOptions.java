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
import java.util.function.Consumer;

/**
 * How the server is set up. Immutable; begin with {@link #DEFAULT}.
 *
 * @param port to listen on, on 127.0.0.1; 0 for any free one
 * @param rememberedChanges of each kind, for watches that resume
 * @param hooks take part in every write
 * @param time empty for time as it passes
 * @param logs knows what containers wrote
 * @param streaming runs programs in containers, and knows where pods are reached
 * @param definitions custom resource definitions that are there from the start
 * @param persistence what outlives the server; empty for nothing
 */
public record LocalApiOptions(
        int port,
        int rememberedChanges,
        List<AdmissionHook> hooks,
        Optional<TimeSource> time,
        PodLogProvider logs,
        StreamingRuntime streaming,
        List<Map<String, Object>> definitions,
        Optional<Persistence> persistence) {
    public static final LocalApiOptions DEFAULT = new LocalApiOptions(
            0,
            10_000,
            List.of(),
            Optional.empty(),
            PodLogProvider.NONE,
            StreamingRuntime.NONE,
            List.of(),
            Optional.empty());

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
        return with(draft -> draft.persistence = Optional.of(kept));
    }

    public LocalApiOptions withPort(int number) {
        return with(draft -> draft.port = number);
    }

    public LocalApiOptions withRememberedChanges(int number) {
        return with(draft -> draft.rememberedChanges = number);
    }

    /** One more hook, asked after those before it. */
    public LocalApiOptions withHook(AdmissionHook hook) {
        return with(draft -> draft.hooks.add(hook));
    }

    public LocalApiOptions withTime(TimeSource source) {
        return with(draft -> draft.time = Optional.of(source));
    }

    /** Answers requests for logs out of this. */
    public LocalApiOptions withLogs(PodLogProvider provider) {
        return with(draft -> draft.logs = provider);
    }

    /** Lets clients run programs in containers, and reach ports of pods. */
    public LocalApiOptions withStreaming(StreamingRuntime runtime) {
        return with(draft -> draft.streaming = runtime);
    }

    /**
     * Serves the kinds of these definitions from the start. They cost far less than definitions that are created later, since they are not
     * checked: use them for definitions that are known to be right.
     */
    public LocalApiOptions withDefinitions(List<Map<String, Object>> more) {
        return with(draft -> draft.definitions.addAll(more));
    }

    /** One more of {@link #withDefinitions}. */
    public LocalApiOptions withDefinition(Map<String, Object> definition) {
        return withDefinitions(List.of(definition));
    }

    private LocalApiOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.finish();
    }

    /** Options that may still be changed. */
    private static final class Draft {
        private int port;
        private int rememberedChanges;
        private final List<AdmissionHook> hooks;
        private Optional<TimeSource> time;
        private PodLogProvider logs;
        private StreamingRuntime streaming;
        private final List<Map<String, Object>> definitions;
        private Optional<Persistence> persistence;

        Draft(LocalApiOptions options) {
            this.port = options.port;
            this.rememberedChanges = options.rememberedChanges;
            this.hooks = new ArrayList<>(options.hooks);
            this.time = options.time;
            this.logs = options.logs;
            this.streaming = options.streaming;
            this.definitions = new ArrayList<>(options.definitions);
            this.persistence = options.persistence;
        }

        LocalApiOptions finish() {
            return new LocalApiOptions(port, rememberedChanges, hooks, time, logs, streaming, definitions, persistence);
        }
    }
}

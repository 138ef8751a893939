package io.trainyard.local.api;

import io.trainyard.foundation.time.TimeSource;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.logs.PodLogProvider;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.api.request.SchemaRules;
import io.trainyard.local.rules.RuleEvaluator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the server is set up. Immutable; begin with {@link #DEFAULT}.
 *
 * @param port to listen on, on 127.0.0.1; 0 for any free one
 * @param anonymous whether requests need no token
 * @param rememberedChanges of each kind, for watches that resume
 * @param bookmarkInterval how often watchers learn the current version
 * @param rules evaluates the rules of custom resource definitions
 * @param hooks take part in every write
 * @param time empty for time as it passes
 * @param logs knows what containers wrote
 * @param definitions custom resource definitions that are there from the start
 * @param persistence what outlives the server; empty for nothing
 */
public record LocalApiOptions(
        int port,
        boolean anonymous,
        int rememberedChanges,
        Duration bookmarkInterval,
        SchemaRules rules,
        List<AdmissionHook> hooks,
        Optional<TimeSource> time,
        PodLogProvider logs,
        List<Map<String, Object>> definitions,
        Optional<Persistence> persistence) {
    public static final LocalApiOptions DEFAULT = new LocalApiOptions(
            0,
            false,
            10_000,
            Duration.ofSeconds(30),
            new RuleEvaluator(),
            List.of(),
            Optional.empty(),
            PodLogProvider.NONE,
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
        return new LocalApiOptions(
                port,
                anonymous,
                rememberedChanges,
                bookmarkInterval,
                rules,
                hooks,
                time,
                logs,
                definitions,
                Optional.of(kept));
    }

    public LocalApiOptions withPort(int number) {
        return new LocalApiOptions(
                number,
                anonymous,
                rememberedChanges,
                bookmarkInterval,
                rules,
                hooks,
                time,
                logs,
                definitions,
                persistence);
    }

    /** Requests need no token. */
    public LocalApiOptions withoutToken() {
        return new LocalApiOptions(
                port, true, rememberedChanges, bookmarkInterval, rules, hooks, time, logs, definitions, persistence);
    }

    public LocalApiOptions withRememberedChanges(int number) {
        return new LocalApiOptions(
                port, anonymous, number, bookmarkInterval, rules, hooks, time, logs, definitions, persistence);
    }

    public LocalApiOptions withBookmarkInterval(Duration interval) {
        return new LocalApiOptions(
                port, anonymous, rememberedChanges, interval, rules, hooks, time, logs, definitions, persistence);
    }

    public LocalApiOptions withRules(SchemaRules evaluator) {
        return new LocalApiOptions(
                port,
                anonymous,
                rememberedChanges,
                bookmarkInterval,
                evaluator,
                hooks,
                time,
                logs,
                definitions,
                persistence);
    }

    /** One more hook, asked after those before it. */
    public LocalApiOptions withHook(AdmissionHook hook) {
        List<AdmissionHook> all = new ArrayList<>(hooks);
        all.add(hook);
        return new LocalApiOptions(
                port, anonymous, rememberedChanges, bookmarkInterval, rules, all, time, logs, definitions, persistence);
    }

    public LocalApiOptions withTime(TimeSource source) {
        return new LocalApiOptions(
                port,
                anonymous,
                rememberedChanges,
                bookmarkInterval,
                rules,
                hooks,
                Optional.of(source),
                logs,
                definitions,
                persistence);
    }

    /** Answers requests for logs out of this. */
    public LocalApiOptions withLogs(PodLogProvider provider) {
        return new LocalApiOptions(
                port,
                anonymous,
                rememberedChanges,
                bookmarkInterval,
                rules,
                hooks,
                time,
                provider,
                definitions,
                persistence);
    }

    /**
     * Serves the kinds of these definitions from the start. They cost far less than definitions that are created later, since they are not
     * checked: use them for definitions that are known to be right.
     */
    public LocalApiOptions withDefinitions(List<Map<String, Object>> more) {
        List<Map<String, Object>> all = new ArrayList<>(definitions);
        all.addAll(more);
        return new LocalApiOptions(
                port, anonymous, rememberedChanges, bookmarkInterval, rules, hooks, time, logs, all, persistence);
    }

    /** One more of {@link #withDefinitions}. */
    public LocalApiOptions withDefinition(Map<String, Object> definition) {
        return withDefinitions(List.of(definition));
    }
}

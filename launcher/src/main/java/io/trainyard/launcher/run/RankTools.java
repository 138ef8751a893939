package io.trainyard.launcher.run;

import io.trainyard.launcher.cli.run.LocalRun;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.run.debug.DebugServer;
import io.trainyard.launcher.run.folder.RunFolder;
import io.trainyard.launcher.run.profile.ProfileFolder;
import io.trainyard.launcher.run.python.StartupModules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What looks into the ranks of a run: a debugger, a profiler. Lives on the context of the run. */
final class RankTools {
    private final Context context;
    private final LocalRun.Request request;
    private final RunFolder folder;
    private final RunSession session;
    private volatile @Nullable DebugServer debugger;

    RankTools(Context context, LocalRun.Request request, RunFolder folder, RunSession session) {
        this.context = context;
        this.request = request;
        this.folder = folder;
        this.session = session;
    }

    /** The variables with which programs find them; empty when none is asked for. */
    Future<Map<String, String>> start() {
        MachineSettings.Tools wishes = request.machine().tools();
        return wishes.debugging().isEmpty() && wishes.profiling().isEmpty()
                ? Future.succeededFuture(Map.of())
                : context.owner().executeBlocking(() -> start(wishes), false);
    }

    private Map<String, String> start(MachineSettings.Tools wishes) throws IOException {
        Map<String, String> variables =
                new LinkedHashMap<>(StartupModules.write(folder.root().resolve("python")));
        if (wishes.debugging().isPresent()) {
            MachineSettings.Debugging wish = wishes.debugging().get();
            DebugServer started =
                    DebugServer.start(wish.input(), request.display().out(), new DebugScreen(context, session));
            debugger = started;
            variables.putAll(started.variables(wish.rank()));
        }
        if (wishes.profiling().isPresent()) {
            variables.putAll(new ProfileFolder(folder.profiles())
                    .prepare(wishes.profiling().get()));
        }
        return variables;
    }

    /** Nobody talks to a debugger any more. */
    void close() {
        DebugServer started = debugger;
        if (started != null) {
            started.close();
        }
    }
}

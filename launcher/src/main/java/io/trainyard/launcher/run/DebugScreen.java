package io.trainyard.launcher.run;

import io.trainyard.foundation.time.Blocking;
import io.trainyard.launcher.run.debug.DebugServer;
import io.vertx.core.Context;

/** The screen of a run, as a debugger shares it; for its threads. */
@Blocking("a debugger has threads of its own")
final class DebugScreen implements DebugServer.Screen {
    private final Context context;
    private final RunSession session;

    /**
     * @param context on which the session lives
     */
    DebugScreen(Context context, RunSession session) {
        this.context = context;
        this.session = session;
    }

    @Override
    public void say(String message) {
        context.runOnContext(ignored -> session.say("Debugger", message));
    }

    @Override
    public void hold() {
        session.hold().toCompletionStage().toCompletableFuture().join();
    }

    @Override
    public void release() {
        session.release();
    }
}

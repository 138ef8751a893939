package io.trainyard.local.kubelet.streaming;

import io.trainyard.local.kubelet.logs.LogStream;
import io.trainyard.local.streaming.ByteReceiver;
import io.trainyard.local.streaming.ProgramOutput;
import io.trainyard.local.streaming.RemoteProgram;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** The main program of a container as its log tells of it: both outputs are one there, and how it ends is told by its pod. */
final class AttachedLog implements RemoteProgram {
    private final LogStream log;
    private final Promise<Integer> exit = Promise.promise();

    AttachedLog(LogStream log, ProgramOutput output) {
        this.log = log;
        log.exceptionHandler(exit::tryFail);
        log.endHandler(nothing -> exit.tryComplete(0));
        log.handler(bytes -> {
            log.pause();
            output.stdout(bytes).onSuccess(taken -> log.resume()).onFailure(gone -> detach());
        });
    }

    @Override
    public ByteReceiver input() {
        return ByteReceiver.DISCARDING;
    }

    @Override
    public void resize(int columns, int rows) {
        // It has no terminal.
    }

    @Override
    public Future<Integer> exit() {
        return exit.future();
    }

    @Override
    public void detach() {
        log.close();
    }
}

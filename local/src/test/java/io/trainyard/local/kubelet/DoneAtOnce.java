package io.trainyard.local.kubelet;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.Callable;

/** Has done all work when it is asked to do it, as fast workers may have. */
public final class DoneAtOnce implements WorkerExecutor {
    @Override
    public <T> Future<T> executeBlocking(Callable<T> work, boolean ordered) {
        try {
            return Future.succeededFuture(work.call());
        } catch (Exception failure) {
            return Future.failedFuture(failure);
        }
    }

    @Override
    @Deprecated
    public <T> void executeBlocking(Handler<Promise<T>> work, boolean ordered, Handler<AsyncResult<T>> resultHandler) {
        throw new UnsupportedOperationException();
    }

    @Override
    @Deprecated
    public <T> Future<T> executeBlocking(Handler<Promise<T>> work, boolean ordered) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close(Handler<AsyncResult<Void>> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<Void> close() {
        return Future.succeededFuture();
    }
}

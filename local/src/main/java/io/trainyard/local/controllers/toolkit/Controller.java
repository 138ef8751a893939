package io.trainyard.local.controllers.toolkit;

import io.trainyard.local.client.cache.ObjectName;
import io.trainyard.local.client.workqueue.Result;
import io.vertx.core.Future;
import java.util.List;

/**
 * Makes the cluster be as its objects say, one key at a time. Called on the context of the controllers only; must not block.
 *
 * <p>A reconcile reads from the caches of the {@link Cluster}, which know everything that this process has written, decides, and writes. It is
 * repeated after any change to a watched object, and must find nothing to do when there is nothing to do.
 */
public interface Controller {
    /** What logs call it, such as {@code job}. */
    String name();

    /** The kinds that it reads, and which keys their objects are about. */
    List<Watched> watches();

    /**
     * One reconcile; never two at a time for one key. The object may be gone.
     *
     * @return when to look again; a failure means to try again after a while (5 ms, doubled up to 5 s)
     */
    Future<Result> reconcile(ObjectName key);
}

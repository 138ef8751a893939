package io.trainyard.core.kube;

import io.trainyard.foundation.time.TimeSource;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;

/**
 * What all caches of a set share.
 *
 * @param factory builds informers
 * @param transport asks the API server besides the informers
 * @param watchThreads where informers are built and run
 * @param owner where everything is decided
 * @param time of the owner
 * @param chance a random number from 0 to less than 1
 * @param missingCheck how often to look whether a missing kind is served
 */
record CacheEnvironment(
        InformerFactory factory,
        ApiTransport transport,
        Executor watchThreads,
        Context owner,
        TimeSource time,
        DoubleSupplier chance,
        Duration missingCheck) {}

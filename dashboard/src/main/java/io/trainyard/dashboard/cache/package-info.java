/**
 * What the page shows, out of the caches of a controller: the operator's or that of a local run. Start with
 * {@link io.trainyard.dashboard.cache.ControllerViews}:
 *
 * <pre>{@code
 * // On the event loop, before informers.start():
 * var views = new ControllerViews(new ControllerViews.Setup(
 *         controllerCaches, informers, client.requestsOf(context), time, loop, reports, controllerView, notes, tracer, namespaces));
 * // When informers.start() has completed:
 * views.begin();
 * Dashboard.open(vertx, options, new Dashboard.Content(views, logs, access, actions));
 * }</pre>
 *
 * {@code loop}: an executor that runs tasks on the event loop of {@code context}; the rest is described where the setup is.
 */
@NullMarked
package io.trainyard.dashboard.cache;

import org.jspecify.annotations.NullMarked;

/**
 * What the page shows, out of the caches of a controller: the operator's or that of a local run. Start with
 * {@link io.trainyard.dashboard.cache.ControllerViews}:
 *
 * <pre>{@code
 * // On the event loop, before informers.start():
 * var views = new ControllerViews(new ControllerViews.Setup(
 *         controllerCaches, informers, client.requestsOf(context), time, loop, reports, controllerView));
 * // When informers.start() has completed:
 * views.begin();
 * Dashboard.open(vertx, options, new Dashboard.Content(views, logs, access, actions));
 * }</pre>
 *
 * The last three of the setup: an executor that runs tasks on the event loop of {@code context}; what programs report, as
 * {@link io.trainyard.dashboard.cache.Reports}; how the controller is, called at each request.
 */
@NullMarked
package io.trainyard.dashboard.cache;

import org.jspecify.annotations.NullMarked;

/**
 * What every simulated controller is built on: cached reads that follow watches, a queue of keys, writes that the next read already
 * sees. Start with {@link io.trainyard.local.controllers.toolkit.Controller} and {@link io.trainyard.local.controllers.toolkit.Cluster}.
 * Talks to any API server through {@code local.client}; imports nothing of the server and of single controllers. Everything here lives on the
 * one context of the controllers.
 */
@NullMarked
package io.trainyard.local.controllers.toolkit;

import org.jspecify.annotations.NullMarked;

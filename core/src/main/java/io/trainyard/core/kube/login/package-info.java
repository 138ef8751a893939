/**
 * Which API server to talk to, and as whom. Start with {@link io.trainyard.core.kube.login.LoginResolver}. Reading files and starting
 * credential plugins blocks: all of it runs on worker threads. Knows nothing of requests or watches.
 */
@NullMarked
package io.trainyard.core.kube.login;

import org.jspecify.annotations.NullMarked;

/** Keys that wait for somebody to look at them. Start with {@link io.trainyard.local.client.workqueue.WorkQueue}. */
@NullMarked
package io.trainyard.local.client.workqueue;

import org.jspecify.annotations.NullMarked;

/**
 * Keeping up with the objects of a kind: {@link io.trainyard.local.client.cache.Reflector} lists and watches, and fills a
 * {@link io.trainyard.local.client.cache.ReflectorStore}, such as the {@link io.trainyard.local.client.cache.Indexer}. One of each serves
 * controllers, kubelet and local runs.
 */
@NullMarked
package io.trainyard.local.client.cache;

import org.jspecify.annotations.NullMarked;

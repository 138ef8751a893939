/**
 * What requests do to the store: the rules of the API, without HTTP. Start with {@link io.trainyard.local.api.request.ApiKernel}. Everything
 * here runs on the one event loop that owns the store.
 */
@NullMarked
package io.trainyard.local.api.request;

import org.jspecify.annotations.NullMarked;

/**
 * Bodies of requests in the protobuf form of Kubernetes, in which typed clients send built-in kinds. Start with
 * {@link io.trainyard.local.api.protobuf.BodyDecoder}. Nothing here is loaded before the first such body comes.
 */
@NullMarked
package io.trainyard.local.api.protobuf;

import org.jspecify.annotations.NullMarked;

/** What an API server says of objects before its webhooks, without a server. Start with {@link io.trainyard.local.validation.NewObjectValidator}. */
@NullMarked
package io.trainyard.local.validation;

import org.jspecify.annotations.NullMarked;

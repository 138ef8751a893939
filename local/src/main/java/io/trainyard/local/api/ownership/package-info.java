/**
 * Who owns which field: field sets, {@code managedFields}, server-side apply. Pure. Start with
 * {@link io.trainyard.local.api.ownership.FieldManager}.
 */
@NullMarked
package io.trainyard.local.api.ownership;

import org.jspecify.annotations.NullMarked;

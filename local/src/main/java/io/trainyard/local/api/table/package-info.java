/** What {@code kubectl get} shows: objects as rows of a table. Pure. Start with {@link io.trainyard.local.api.table.Tables}. */
@NullMarked
package io.trainyard.local.api.table;

import org.jspecify.annotations.NullMarked;

/** JSON text to trees and back. Start with {@link io.trainyard.foundation.json.Json}. Not for plugins. */
@NullMarked
package io.trainyard.foundation.json;

import org.jspecify.annotations.NullMarked;

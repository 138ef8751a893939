/** What objects of Kubernetes may be called. */
@NullMarked
package io.trainyard.foundation.name;

import org.jspecify.annotations.NullMarked;

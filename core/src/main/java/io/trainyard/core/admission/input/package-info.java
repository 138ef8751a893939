/** The objects that are validated, as trees and as objects, and when two of them mean the same. Pure; knows no rule. */
@NullMarked
package io.trainyard.core.admission.input;

import org.jspecify.annotations.NullMarked;

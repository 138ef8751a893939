package io.trainyard.local.api.kinds;

import io.trainyard.local.api.resource.KindBehavior;
import io.trainyard.local.api.resource.NameRule;

/** Kinds about which only the form of the name, and perhaps the counting of generations, is special. */
record NameOnlyBehavior(NameRule nameRule, boolean countsGenerations) implements KindBehavior {}

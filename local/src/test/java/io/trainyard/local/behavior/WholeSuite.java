package io.trainyard.local.behavior;

/** All parts of the behavior suite. */
interface WholeSuite extends ObjectBehavior, ApplyBehavior {}

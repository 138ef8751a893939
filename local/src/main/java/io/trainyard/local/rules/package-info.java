/**
 * The rules of schemas ({@code x-kubernetes-validations}): the core of the Common Expression Language, read and evaluated without any library,
 * because a library for it takes longer to load than everything else that a local run starts with. What is not understood is refused when a
 * definition is created. Start with {@link io.trainyard.local.rules.RuleEvaluator}. Pure: imports no Vert.x.
 */
@NullMarked
package io.trainyard.local.rules;

import org.jspecify.annotations.NullMarked;

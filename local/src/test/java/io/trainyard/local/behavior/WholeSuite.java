package io.trainyard.local.behavior;

/** All parts of the behavior suite that an API server alone must pass. */
interface WholeSuite
        extends ObjectBehavior,
                ListBehavior,
                WatchBehavior,
                PatchBehavior,
                ApplyBehavior,
                DeletionBehavior,
                RulesBehavior,
                PodBehavior,
                PodLifeBehavior,
                JobBehavior,
                MistakesBehavior,
                ServiceBehavior,
                DataBehavior,
                ScaleBehavior {}

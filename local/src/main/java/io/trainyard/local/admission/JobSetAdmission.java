package io.trainyard.local.admission;

import io.trainyard.foundation.check.CheckedObject;
import io.trainyard.foundation.field.FieldPath;
import io.trainyard.foundation.field.Validation;
import io.trainyard.foundation.jobset.JobSetFacts;
import io.trainyard.foundation.jobset.JobSetRules;
import io.trainyard.foundation.pod.Extent;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.request.AdmissionHook;
import io.trainyard.local.client.Resource;
import io.vertx.core.Future;

/** Fills in defaults of JobSets and validates them. Stateless. */
final class JobSetAdmission implements AdmissionHook {
    private final boolean restartJob;
    private final boolean elasticJobSet;

    /**
     * Knows what is allowed.
     *
     * @param restartJob failure policies may restart single Jobs
     * @param elasticJobSet the size of Indexed Jobs may change
     */
    JobSetAdmission(boolean restartJob, boolean elasticJobSet) {
        this.restartJob = restartJob;
        this.elasticJobSet = elasticJobSet;
    }

    @Override
    public String name() {
        return "jobset.trainyard.dev";
    }

    @Override
    public boolean handles(Resource resource, String subresource) {
        return subresource.isEmpty()
                && resource.group().equals(Resource.JOB_SETS.group())
                && resource.plural().equals(Resource.JOB_SETS.plural());
    }

    @Override
    public void mutate(Write write) {
        if (write.operation() == Operation.CREATE) {
            JobSetDefaults.apply(write.object());
        }
    }

    @Override
    public Future<Validation> validate(Write write) {
        Validation.Builder findings = Validation.builder();
        switch (write.operation()) {
            case CREATE ->
                JobSetRules.check(
                        CheckedObject.of(write.object(), FieldPath.ROOT, findings)
                                .child("spec"),
                        Extent.WHOLE,
                        new JobSetFacts(Tree.text(write.object(), "metadata", "name"), restartJob, false));
            case UPDATE -> new JobSetChanges(write.object(), write.previous(), elasticJobSet, findings).check();
            case DELETE -> {}
        }
        return Future.succeededFuture(findings.build());
    }

    @Override
    public boolean refusesAsInvalid() {
        return true;
    }
}

package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.view.JobKey;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Suspends, resumes and deletes jobs, where that is switched on. */
final class ActionRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(ActionRoutes.class);

    private final Optional<JobActions> actions;
    private final Gate gate;
    private final Turn turn;

    /**
     * @param actions empty where the page only shows
     */
    ActionRoutes(Optional<JobActions> actions, Gate gate, Turn turn) {
        this.actions = actions;
        this.gate = gate;
        this.turn = turn;
    }

    void addTo(Router router) {
        String job = "/jobs/:namespace/:name";
        router.post(job + "/suspend")
                .handler(gate::checkAntiForgery)
                .handler(request -> change(
                        request, Right.CHANGE_JOB, (who, key) -> allowed().suspend(who, key, true)));
        router.post(job + "/resume")
                .handler(gate::checkAntiForgery)
                .handler(request -> change(
                        request, Right.CHANGE_JOB, (who, key) -> allowed().suspend(who, key, false)));
        router.delete(job)
                .handler(gate::checkAntiForgery)
                .handler(request -> change(
                        request, Right.DELETE_JOB, (who, key) -> allowed().delete(who, key)));
    }

    private JobActions allowed() {
        return actions.orElseThrow(() -> ApiException.forbidden(
                "this page only shows; trainyard.dashboard.readOnly: false would let it change jobs"));
    }

    private void change(RoutingContext request, Right right, BiFunction<JobActions.Caller, JobKey, Uni<Void>> action) {
        JobKey key = JobRoutes.key(request);
        turn.<Boolean>then(
                request,
                () -> {
                    allowed();
                    return gate.userWith(request, right, key.namespace()).chain(who -> {
                        LOG.info("{} asks to {} TrainJob {}", who.name(), right.verb(), key);
                        return action.apply(new JobActions.Caller(who, Gate.credentials(request)), key)
                                .replaceWith(true);
                    });
                },
                done -> Responses.json(request, Map.of("done", true)));
    }
}

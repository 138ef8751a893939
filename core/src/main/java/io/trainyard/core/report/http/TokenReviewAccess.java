package io.trainyard.core.report.http;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.AccessReviews;
import io.trainyard.core.access.KubeAccessReviews;
import io.trainyard.core.http.BearerToken;
import io.trainyard.core.kube.KubeApi;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.metrics.ReportMetrics;
import io.trainyard.core.report.StatusPath;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.core.time.RateGate;
import io.trainyard.core.time.TimeLimit;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.spi.model.ResourceKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Programs report with the token that is projected into their pod for this one TrainJob; the API server says whether it is good. What cannot be good is
 * refused without asking; it remembers answers with the uid of the TrainJob, not tokens; a sender of many unknown tokens is refused for a while without a question.
 * Needs the rights to create {@code tokenreviews} and to get {@code pods}, {@code jobs} and {@code jobsets}. For one event loop.
 */
public final class TokenReviewAccess implements ReportAccess {
    /** A pod that is gone may report for so long still, if somebody has kept its token. */
    private static final Duration KNOWN = Duration.ofMinutes(5);

    private static final Duration REFUSED = Duration.ofSeconds(30);

    /** Programs wait no longer than that. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(4);

    private static final double QUESTIONS_PER_SECOND = 1;
    private static final int QUESTIONS_AT_ONCE = 30;

    private final PodOwners owners;
    private final AccessReviews reviews;
    private final TimeSource time;
    private final boolean requirePodBinding;
    private final ReportMetrics metrics;
    private final AnswerCache<Question, Decision> decisions;
    private final RateGate senders;

    /** The key of a decision: a token and a TrainJob, and when the token expires. */
    private record Question(String fingerprint, Instant expires) {}

    /**
     * @param api requests of the event loop of the server
     * @param requirePodBinding whether the token must have been made for a pod of the TrainJob
     */
    public TokenReviewAccess(KubeApi api, TimeSource time, boolean requirePodBinding, ReportMetrics metrics) {
        this.owners = new PodOwners(api, time);
        this.reviews = new KubeAccessReviews(api);
        this.time = time;
        this.requirePodBinding = requirePodBinding;
        this.metrics = metrics;
        this.decisions = new AnswerCache<>(
                CacheOwner.REPORT_DECISIONS,
                time,
                (question, decision) ->
                        Weight.of(question.fingerprint()) + Weight.of(decision.pod()) + Weight.of(decision.uid()),
                this::lifetime);
        this.senders = new RateGate(CacheOwner.REPORT_SENDERS, time, QUESTIONS_PER_SECOND, QUESTIONS_AT_ONCE);
    }

    @Override
    public Uni<Decision> decide(ResourceKey trainJob, Sender sender) {
        Optional<String> token = sender.authorization().flatMap(BearerToken::of);
        Optional<TokenClaims> claims = token.flatMap(TokenClaims::read)
                .filter(said -> said.mayBe(StatusPath.audience(trainJob), trainJob.namespace(), time.now()))
                .filter(said -> !requirePodBinding || !said.pod().isEmpty());
        if (claims.isEmpty()) {
            return Uni.createFrom().item(Decision.FORBIDDEN);
        }
        Question question = new Question(
                BearerToken.fingerprint(token.get() + " " + trainJob),
                claims.get().expires());
        if (!decisions.has(question) && !senders.passes(sender.address())) {
            return Uni.createFrom().item(Decision.TOO_MANY);
        }
        Uni<Decision> answer = decisions.get(question, () -> ask(trainJob, token.get(), claims.get()));
        return TimeLimit.of(ANSWER_TIMEOUT, time, answer)
                .onFailure(TimeoutException.class)
                .recoverWithItem(Decision.TOO_MANY);
    }

    private Uni<Decision> ask(ResourceKey trainJob, String token, TokenClaims claims) {
        metrics.reviewed();
        return reviews.authenticate(token, StatusPath.audience(trainJob))
                .chain(user -> user.isPresent()
                        ? bound(trainJob.namespace(), claims)
                        : Uni.createFrom().item(Decision.FORBIDDEN));
    }

    private Duration lifetime(Question question, Decision decision) {
        Duration left = Duration.between(time.now(), question.expires());
        Duration most = decision.verdict() == Verdict.ALLOWED ? KNOWN : REFUSED;
        return left.compareTo(most) < 0 ? left : most;
    }

    /** Checks that the pod of the token belongs to the TrainJob. */
    private Uni<Decision> bound(String namespace, TokenClaims claims) {
        if (!requirePodBinding) {
            return Uni.createFrom().item(Decision.allowed(claims.pod(), ""));
        }
        return owners.trainJobOf(namespace, claims.pod(), claims.podUid())
                .map(uid -> uid.map(of -> Decision.allowed(claims.pod(), of)).orElse(Decision.FORBIDDEN));
    }
}

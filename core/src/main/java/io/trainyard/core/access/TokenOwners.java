package io.trainyard.core.access;

import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.smallrye.mutiny.Uni;
import io.trainyard.core.http.BearerToken;
import io.trainyard.core.memory.BoundedCache;
import io.trainyard.core.memory.CacheOwner;
import io.trainyard.core.memory.Weight;
import io.trainyard.core.time.AnswerCache;
import io.trainyard.core.time.RateGate;
import io.trainyard.foundation.time.TimeSource;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds the owners of tokens with few requests to the API server. It remembers answers, not tokens, and has no question under way twice. Only bad tokens use
 * up the rate of a sender: what a good token takes is given back when the API server has answered, and a token that was good in the last hour is reviewed again whatever rate is left. So strangers
 * cannot lock out users who are logged in, not even where a proxy makes all users one sender. For one event loop.
 */
public final class TokenOwners {
    private static final Duration KNOWN = Duration.ofMinutes(1);
    private static final Duration REFUSED = Duration.ofSeconds(30);
    private static final Duration GOOD_LATELY = Duration.ofHours(1);
    private static final int TOKENS_AT_ONCE = 20;
    private static final double TOKENS_PER_SECOND = 1;
    private static final int ALL_AT_ONCE = 100;
    private static final double ALL_PER_SECOND = 20;

    private final AccessReviews reviews;
    private final AnswerCache<String, Optional<UserInfo>> owners;
    private final BoundedCache<String, Boolean> goodLately;
    private final RateGate senders;
    private final RateGate all;

    /**
     * The caches for the tokens of one port and for their senders.
     *
     * @param owners remembers the owner of each token
     * @param good remembers the tokens that were good in the last hour
     * @param senders remembers the rate of each address
     * @param total remembers the rate of all addresses together
     */
    public record Memory(CacheOwner owners, CacheOwner good, CacheOwner senders, CacheOwner total) {}

    /** Of the dashboard. */
    public static final Memory DASHBOARD = new Memory(
            CacheOwner.DASHBOARD_USERS,
            CacheOwner.DASHBOARD_TOKENS,
            CacheOwner.DASHBOARD_SENDERS,
            CacheOwner.DASHBOARD_TOTAL);

    /** Of the metrics' port. */
    public static final Memory SCRAPERS = new Memory(
            CacheOwner.SCRAPING_USERS,
            CacheOwner.SCRAPING_TOKENS,
            CacheOwner.SCRAPING_SENDERS,
            CacheOwner.SCRAPING_TOTAL);

    /** Asks on the event loop to which {@code reviews} and {@code time} belong. */
    public TokenOwners(AccessReviews reviews, TimeSource time, Memory memory) {
        this.reviews = reviews;
        this.owners = new AnswerCache<>(
                memory.owners(),
                time,
                (token, owner) ->
                        Weight.of(token) + owner.map(Weight::ofObjects).orElse(0),
                (token, owner) -> owner.isPresent() ? KNOWN : REFUSED);
        this.goodLately = new BoundedCache<>(memory.good(), time, (token, good) -> Weight.of(token));
        this.senders = new RateGate(memory.senders(), time, TOKENS_PER_SECOND, TOKENS_AT_ONCE);
        this.all = new RateGate(memory.total(), time, ALL_PER_SECOND, ALL_AT_ONCE);
    }

    /**
     * Whose token this is; empty when it is nobody's.
     *
     * @param sender address from which it came
     * @return fails with {@link TooManyQuestionsException} when the sender, or all together, have shown too many tokens that are not good; or as the API
     *     server does
     */
    public Uni<Optional<UserInfo>> of(String token, String sender) {
        String fingerprint = BearerToken.fingerprint(token);
        boolean known = goodLately.get(fingerprint).orElse(false);
        if (!known && !owners.has(fingerprint) && !(senders.passes(sender) && all.passes(""))) {
            return Uni.createFrom().failure(new TooManyQuestionsException());
        }
        return owners.get(fingerprint, () -> reviews.authenticate(token).invoke(owner -> {
            if (owner.isPresent()) {
                goodLately.put(fingerprint, true, GOOD_LATELY);
                if (!known) {
                    senders.giveBack(sender);
                    all.giveBack("");
                }
            } else if (known) {
                goodLately.remove(fingerprint);
            }
        }));
    }
}

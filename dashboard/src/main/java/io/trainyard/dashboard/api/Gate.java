package io.trainyard.dashboard.api;

import io.smallrye.mutiny.Uni;
import io.trainyard.core.access.TooManyQuestionsException;
import io.trainyard.core.http.BearerToken;
import io.trainyard.core.http.HttpEndpoint;
import io.trainyard.dashboard.access.AccessControl;
import io.trainyard.dashboard.access.AntiForgery;
import io.trainyard.dashboard.access.Credentials;
import io.trainyard.dashboard.access.HostCheck;
import io.trainyard.dashboard.access.Identity;
import io.trainyard.dashboard.access.Right;
import io.trainyard.dashboard.access.SiteCheck;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns requests away: for other hosts, from other sites, without a user, without the right. */
final class Gate {
    private static final String USER_HEADER = "kubeflow-userid";

    private final AccessControl access;
    private final HostCheck hosts;
    private final AntiForgery antiForgery;

    Gate(AccessControl access, HostCheck hosts, AntiForgery antiForgery) {
        this.access = access;
        this.hosts = hosts;
        this.antiForgery = antiForgery;
    }

    /** For everything. */
    void checkHost(RoutingContext request) {
        String host = text(request.request().getHeader("Host"));
        if (hosts.allows(host)) {
            request.next();
        } else {
            Responses.error(
                    request,
                    421,
                    "this server is not known as " + printable(host)
                            + "; if it should be, add that name to trainyard.dashboard.hosts");
        }
    }

    /** For everything that answers with what only some may know. */
    void checkSite(RoutingContext request) {
        HttpServerRequest http = request.request();
        if (SiteCheck.allows(
                text(http.getHeader("Sec-Fetch-Site")), text(http.getHeader("Origin")), text(http.getHeader("Host")))) {
            request.next();
        } else {
            Responses.error(request, 403, "requests from pages of other sites are refused");
        }
    }

    /** For everything that changes something. */
    void checkAntiForgery(RoutingContext request) {
        if (antiForgery.holds(credentials(request), text(request.request().getHeader(AntiForgery.HEADER)))) {
            request.next();
        } else {
            Responses.error(
                    request, 403, "send " + AntiForgery.HEADER + " with the word that GET session answers with");
        }
    }

    /** What the request says about its sender. */
    static Credentials credentials(RoutingContext request) {
        HttpServerRequest http = request.request();
        String bearer = BearerToken.of(http.getHeader("Authorization")).orElse("");
        Cookie cookie = http.getCookie(Credentials.COOKIE);
        String token = bearer.isEmpty() && cookie != null ? cookie.getValue() : bearer;
        return new Credentials(token, text(http.getHeader(USER_HEADER)), HttpEndpoint.sender(http.connection()));
    }

    /** Credentials with a token that came in a body. */
    static Credentials credentials(RoutingContext request, String token) {
        return new Credentials(token, "", HttpEndpoint.sender(request.request().connection()));
    }

    /** Who asks; fails with {@link ApiException} when that is nobody. */
    Uni<Identity> user(RoutingContext request) {
        return user(credentials(request)).map(user -> user.orElseThrow(ApiException::unauthenticated));
    }

    /** The user of these credentials. Names that begin with {@code system:} are refused: they belong to parts of the cluster with more rights than any user. */
    Uni<Optional<Identity>> user(Credentials credentials) {
        if (credentials.user().startsWith("system:")) {
            return Uni.createFrom()
                    .failure(ApiException.forbidden(
                            USER_HEADER + ": names that begin with system: belong to the cluster, not to users"));
        }
        return access.identify(credentials).onFailure().transform(Gate::understandable);
    }

    /** Who asks, if he has a right; fails with {@link ApiException} otherwise. */
    Uni<Identity> userWith(RoutingContext request, Right right, String namespace) {
        return user(request).chain(who -> require(who, right, namespace).replaceWith(who));
    }

    private Uni<Boolean> require(Identity who, Right right, String namespace) {
        return allowed(who, right, namespace).invoke(allowed -> {
            if (!allowed) {
                throw ApiException.forbidden("you may not " + right.verb() + " " + right.resource()
                        + (right.subresource().isEmpty() ? "" : "/" + right.subresource())
                        + (namespace.isEmpty() ? "" : " in namespace " + printable(namespace)));
            }
        });
    }

    /** Whether somebody has a right. */
    Uni<Boolean> allowed(Identity who, Right right, String namespace) {
        return access.allowed(who, right, namespace).onFailure().transform(Gate::understandable);
    }

    /** As it is, with failures that users understand. */
    <T> Uni<T> asking(Function<AccessControl, Uni<T>> question) {
        return question.apply(access).onFailure().transform(Gate::understandable);
    }

    private static Throwable understandable(Throwable failure) {
        if (failure instanceof ApiException) {
            return failure;
        }
        return failure instanceof TooManyQuestionsException
                ? ApiException.tooMany(String.valueOf(failure.getMessage()))
                : ApiException.notReady("the API server cannot be asked about your rights at the moment");
    }

    static String text(@Nullable String header) {
        return header == null ? "" : header;
    }

    static String printable(String text) {
        String shown = text.length() > 253 ? text.substring(0, 253) : text;
        return shown.chars().allMatch(c -> c > ' ' && c < 0x7F) ? shown : "(not printable)";
    }
}

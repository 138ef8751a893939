package io.trainyard.local.api.http;

import io.trainyard.foundation.tree.Tree;
import io.trainyard.local.api.kinds.ContainerChoice;
import io.trainyard.local.api.request.RequestParameters;
import io.trainyard.local.client.ApiException;
import io.trainyard.local.client.Resource;
import io.trainyard.local.streaming.ContainerReference;
import io.trainyard.local.streaming.StreamingRuntime;
import io.trainyard.local.streaming.portforward.ForwardedPod;
import io.trainyard.local.streaming.portforward.PortForwardServer;
import io.trainyard.local.streaming.remotecommand.CommandOptions;
import io.trainyard.local.streaming.remotecommand.RemoteCommandServer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.NetClient;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Answers requests for {@code exec}, {@code attach} and {@code portforward} of pods. */
public final class StreamRequests {
    /** What is spoken over WebSockets here. */
    public static final List<String> WEB_SOCKET_PROTOCOLS = Stream.concat(
                    RemoteCommandServer.WEB_SOCKET_PROTOCOLS.stream(), PortForwardServer.WEB_SOCKET_PROTOCOLS.stream())
            .distinct()
            .toList();

    private static final Set<String> SUBRESOURCES = Set.of("exec", "attach", "portforward");

    private static final Set<HttpMethod> METHODS = Set.of(HttpMethod.GET, HttpMethod.POST);

    private final KernelGateway gateway;
    private final StreamingRuntime runtime;
    private final PortForwardServer ports;

    /**
     * @param runtime runs the containers
     * @param network connects to pods
     */
    public StreamRequests(KernelGateway gateway, StreamingRuntime runtime, NetClient network) {
        this.gateway = gateway;
        this.runtime = runtime;
        this.ports = new PortForwardServer(runtime, network);
    }

    /** Whether a path leads into a pod. */
    static boolean isAbout(RequestPath path) {
        return path.resource().equals(Resource.PODS) && SUBRESOURCES.contains(path.subresource());
    }

    void answer(HttpServerRequest request, RequestPath path) {
        if (!METHODS.contains(request.method())) {
            throw ApiException.methodNotAllowed(request.method());
        }
        // It has no body, but must not be over before it is known what to answer.
        request.pause();
        gateway.object(path).compose(tree -> serve(request, path, tree)).onFailure(failure -> {
            if (!request.response().headWritten()) {
                request.resume();
                ResponseWriter.failure(request, failure);
            }
        });
    }

    private Future<Void> serve(HttpServerRequest request, RequestPath path, Map<String, Object> pod) {
        if (Tree.text(pod, "spec", "nodeName").isEmpty()) {
            throw ApiException.badRequest("pod " + path.name() + " does not have a host assigned");
        }
        if (path.subresource().equals("portforward")) {
            return ports.serve(
                    request,
                    new ForwardedPod(path.namespace(), path.name(), Tree.text(pod, "metadata", "uid")),
                    request.params().getAll("ports"));
        }
        RequestParameters parameters = RequestHead.parameters(request);
        ContainerReference container = new ContainerReference(
                path.namespace(), path.name(), ContainerChoice.of(pod, parameters.text("container")));
        CommandOptions options = new CommandOptions(
                parameters.flag("stdin"), parameters.flag("stdout"), parameters.flag("stderr"), parameters.flag("tty"));
        if (path.subresource().equals("attach")) {
            return RemoteCommandServer.serve(
                    request, options, client -> runtime.attach(container, options.stdin(), client));
        }
        List<String> command = request.params().getAll("command");
        if (command.isEmpty()) {
            throw ApiException.badRequest("you must specify at least 1 command");
        }
        return RemoteCommandServer.serve(
                request, options, client -> runtime.exec(container, command, options.tty(), client));
    }
}

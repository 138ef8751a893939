package io.trainyard.launcher.judgement;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An API server that is asked as {@code kubectl create --dry-run=server} asks.
 *
 * @param client of the server
 * @param namespace of what has one; messages call it {@code demo}
 */
record Court(KubernetesClient client, String namespace) {
    private static final Pattern WARNING = Pattern.compile("299 \\S+ \"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Creates the runtimes that the inputs name. */
    void prepare() {
        for (Map<String, Object> runtime : Input.runtimes()) {
            Verdict created = send(runtime, "");
            if (created.code() != 201) {
                throw new IllegalStateException(created.toString());
            }
        }
    }

    /** Creates an object that others name. */
    Verdict create(Map<String, Object> object) {
        return send(object, "");
    }

    Verdict judge(Input input) {
        return send(input.object(), "&dryRun=All");
    }

    private Verdict send(Map<String, Object> object, String more) {
        String plural = Tree.text(object, "kind").toLowerCase(java.util.Locale.ROOT) + "s";
        String place = plural.startsWith("cluster") ? plural : "namespaces/" + namespace + "/" + plural;
        URI uri = URI.create(client.getMasterUrl()
                + "apis/" + Tree.text(object, "apiVersion") + "/" + place
                + "?fieldManager=kubectl-create&fieldValidation=Strict"
                + more);
        try {
            HttpResponse<byte[]> answer = client.getHttpClient()
                    .sendAsync(
                            client.getHttpClient()
                                    .newHttpRequestBuilder()
                                    .uri(uri)
                                    .post("application/json", Json.bytes(object))
                                    .build(),
                            byte[].class)
                    .get(30, TimeUnit.SECONDS);
            Map<String, Object> body = Json.parseObject(answer.body());
            return new Verdict(
                    answer.code(), answer.code() < 300 ? "" : named(Tree.text(body, "message")), warnings(answer));
        } catch (Exception failure) {
            throw new IllegalStateException("no answer", failure);
        }
    }

    private List<String> warnings(HttpResponse<byte[]> answer) {
        List<String> warnings = new ArrayList<>();
        for (String header : answer.headers("Warning")) {
            Matcher matcher = WARNING.matcher(header);
            while (matcher.find()) {
                warnings.add(named(matcher.group(1).replaceAll("\\\\(.)", "$1")));
            }
        }
        return warnings;
    }

    private String named(String text) {
        return text.replace(namespace, "demo-namespace");
    }
}

package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the API server has counted of Trainyard's webhooks since its start.
 *
 * @param all reviews that it asked for
 * @param refused those that a webhook refused, answered with an error, or did not answer
 */
record Reviews(long all, long refused) {
    private static final Pattern REQUESTS =
            Pattern.compile("(?m)^apiserver_admission_webhook_request_total\\{(.*trainer\\.kubeflow\\.org.*)} (\\S+)$");
    private static final Pattern REJECTIONS = Pattern.compile(
            "(?m)^apiserver_admission_webhook_rejection_count\\{(.*trainer\\.kubeflow\\.org.*)} (\\S+)$");

    static Reviews of(KubernetesClient admin) {
        return parse(admin.raw("/metrics"));
    }

    static Reviews parse(String metrics) {
        return new Reviews(sum(REQUESTS.matcher(metrics)), sum(REJECTIONS.matcher(metrics)));
    }

    private static long sum(Matcher series) {
        return series.results()
                .mapToLong(each -> (long) Double.parseDouble(each.group(2)))
                .sum();
    }

    Reviews since(Reviews before) {
        return new Reviews(all - before.all, refused - before.refused);
    }
}

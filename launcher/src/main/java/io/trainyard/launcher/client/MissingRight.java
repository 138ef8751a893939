package io.trainyard.launcher.client;

import com.google.re2j.Matcher;
import io.trainyard.core.kube.ApiFailure;
import io.trainyard.foundation.regex.LinearPattern;

/** Says which right a user misses whom the API server refuses, and how to get it. Pure. */
public final class MissingRight {
    private static final LinearPattern REFUSAL = LinearPattern.of(
            "User \".*\" cannot (\\w+) resource \"([^\"]+)\" in API group \"[^\"]*\" (?:in the namespace \"([^\"]+)\"|at the cluster scope)");

    private MissingRight() {}

    /**
     * What to append to the message of the API server; empty for other failures, and for rights that no namespace would give.
     *
     * @param failure of a request
     */
    public static String advice(Throwable failure) {
        if (!ApiFailure.Kind.FORBIDDEN.isOf(failure)) {
            return "";
        }
        Matcher found = REFUSAL.matcher(String.valueOf(failure.getMessage()));
        if (!found.find()) {
            return "";
        }
        String refused = ". You may not " + found.group(1) + " " + found.group(2) + " in ";
        String namespace = found.group(3);
        if (namespace != null) {
            return refused + "namespace " + namespace
                    + ". Use -n with a namespace in which you may, or ask for the role kubeflow-trainer-edit in "
                    + namespace + ".";
        }
        return found.group(2).equals("trainjobs")
                ? refused + "all namespaces. Use -n with a namespace in which you may."
                : "";
    }
}

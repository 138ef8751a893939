package io.trainyard.core.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Where the objects of a kind are found.
 *
 * @param apiVersion group and version, or only a version for the core group
 * @param plural resource name in paths
 * @param namespaced whether objects live in namespaces
 */
record ResourceKind(String apiVersion, String plural, boolean namespaced) {

    /** Reads the annotations of a class. */
    static ResourceKind of(Class<? extends HasMetadata> type) {
        return new ResourceKind(
                HasMetadata.getApiVersion(type), HasMetadata.getPlural(type), Namespaced.class.isAssignableFrom(type));
    }

    /** Path of all objects of a namespace; of all namespaces when that is empty. */
    String collection(String namespace) {
        String base = versionPath(apiVersion);
        return namespaced && !namespace.isEmpty()
                ? base + "/namespaces/" + encode(namespace) + "/" + plural
                : base + "/" + plural;
    }

    /** Path of one object. */
    String object(String namespace, String name) {
        return collection(namespace) + "/" + encode(name);
    }

    /** Plural and group: one name for each kind over all versions. */
    String bucket() {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? plural : plural + "." + apiVersion.substring(0, slash);
    }

    /** Path under which the kinds of a version are listed. */
    static String versionPath(String apiVersion) {
        return (apiVersion.indexOf('/') < 0 ? "api/" : "apis/") + apiVersion;
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

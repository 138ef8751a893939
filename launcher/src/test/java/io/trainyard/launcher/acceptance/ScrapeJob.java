package io.trainyard.launcher.acceptance;

import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.trainyard.launcher.deploy.Tool;
import io.trainyard.testcluster.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scrape configuration that the documents give to a plain Prometheus. What differs: names are those of the chart, as the documents say; files lie in a
 * folder here; and pods are found by {@link ScrapeTargets}.
 *
 * @param folder for the token and the authority
 */
record ScrapeJob(TestCluster cluster, Path folder) {
    private static final Path DOCUMENT = Path.of("..", "docs", "operate", "monitoring.md");
    private static final Pattern BLOCK = Pattern.compile("```yaml\n(- job_name: .*?)```", Pattern.DOTALL);

    /** An element of {@code scrape_configs}. */
    Map<String, Object> documented(ScrapeTargets targets) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(DOCUMENT));
        if (!block.find()) {
            throw new AssertionError(DOCUMENT + " has no scrape configuration");
        }
        Map<String, Object> job = object(
                Serialization.unmarshal("jobs:\n" + block.group(1), Map.class).get("jobs"));
        object(job.get("authorization")).put("credentials_file", token().toString());
        object(job.get("tls_config"))
                .putAll(Map.of(
                        "ca_file",
                        authority().toString(),
                        "server_name",
                        ShippedChart.DEPLOYMENT + "." + ShippedChart.NAMESPACE + ".svc"));
        job.remove("kubernetes_sd_configs");
        job.put("file_sd_configs", targets.discovery());
        return job;
    }

    /** Of the ServiceAccount that the chart's values let in. */
    private Path token() throws IOException {
        cluster.adminClient()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName(ShippedChart.SCRAPER)
                        .withNamespace(ShippedChart.MONITORING)
                        .endMetadata()
                        .build())
                .create();
        return Files.writeString(
                folder.resolve("prometheus.token"),
                Tool.kubectl()
                        .run(
                                "--kubeconfig=" + cluster.kubeconfig(),
                                "-n",
                                ShippedChart.MONITORING,
                                "create",
                                "token",
                                ShippedChart.SCRAPER)
                        .expectSuccess()
                        .strip());
    }

    private Path authority() throws IOException {
        String pem = cluster.adminClient()
                .secrets()
                .inNamespace(ShippedChart.NAMESPACE)
                .withName(ShippedChart.CERTIFICATES)
                .get()
                .getData()
                .get("ca.crt");
        return Files.writeString(
                folder.resolve("prometheus.ca"),
                new String(Base64.getDecoder().decode(pem), StandardCharsets.US_ASCII));
    }

    @SuppressWarnings("unchecked") // keys of YAML are text here
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) (value instanceof List<?> list ? list.get(0) : value);
    }
}

package io.trainyard.core.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a Prometheus server would read. */
final class Scrape {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    MeterRegistry registry() {
        return registry;
    }

    /** The value of a series, which must exist; labels in alphabetical order, as in {@code name{a="1",b="2"}}. */
    double value(String series) {
        Map<String, Double> values = values();
        assertThat(values).containsKey(series);
        return values.get(series);
    }

    /** The whole page. */
    String page() {
        return registry.scrape();
    }

    /** The declared type of a metric. */
    String type(String name) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith("# TYPE " + name + " "))
                .findFirst()
                .orElse("none")
                .replace("# TYPE " + name + " ", "");
    }

    /** The upper bounds of the buckets of a histogram with one series. */
    List<String> bounds(String name) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(name + "_bucket{"))
                .map(line -> line.replaceAll(".*le=\"([^\"]*)\".*", "$1"))
                .toList();
    }

    private Map<String, Double> values() {
        Map<String, Double> values = new TreeMap<>();
        registry.scrape().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int space = line.lastIndexOf(' ');
            values.put(line.substring(0, space), Double.parseDouble(line.substring(space + 1)));
        });
        return values;
    }
}

package io.trainyard.foundation.yaml;

/** Recognises what a chart's template, which is text with actions in it, holds in the place of YAML. */
public final class ChartTemplate {
    /** What to do about it. */
    public static final String ADVICE =
            "this is a template of a chart, not YAML yet; render it first: helm template CHART";

    private ChartTemplate() {}

    /** True when an action such as <code>{{ .Values.image }}</code> stands in the text. */
    public static boolean isIn(String text) {
        int start = text.indexOf("{{");
        return start >= 0 && text.indexOf("}}", start + 2) > 0;
    }
}

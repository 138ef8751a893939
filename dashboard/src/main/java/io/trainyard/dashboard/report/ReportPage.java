package io.trainyard.dashboard.report;

import io.trainyard.core.view.Cause;
import io.trainyard.core.view.ConditionView;
import io.trainyard.core.view.ContainerView;
import io.trainyard.core.view.EventView;
import io.trainyard.core.view.FailedContainer;
import io.trainyard.core.view.JobDetail;
import io.trainyard.core.view.JobSummary;
import io.trainyard.core.view.NodeView;
import io.trainyard.core.view.NoteView;
import io.trainyard.core.view.RankView;
import io.trainyard.dashboard.log.LogText;
import io.trainyard.dashboard.view.JobMetrics;
import io.trainyard.foundation.digest.Sha256;
import io.trainyard.foundation.regex.LinearPattern;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a report as one HTML file: no script, no other file, nothing that a browser would have to fetch; a content security policy inside sees to that.
 * Secrets are left out as everywhere on the page. Pure; takes up to some hundred milliseconds for large jobs, so not on an event loop.
 */
public final class ReportPage {
    private static final String MARK = "<meta name=\"generator\" content=\"Trainyard report\">";

    private static final String STYLE = style();
    private static final int MAX_EVENTS = 500;
    private static final LinearPattern OTHERS = LinearPattern.of("[^a-zA-Z0-9.-]");

    private final JobReport report;
    private final JobDetail job;
    private final Html html = new Html();

    private ReportPage(JobReport report) {
        this.report = report;
        this.job = report.detail();
    }

    /** The file. */
    public static String of(JobReport report) {
        return new ReportPage(report).write();
    }

    /** Whether a text that begins so is a report. */
    public static boolean isReport(String begin) {
        return begin.contains(MARK);
    }

    /** A name for the file, of letters, digits, points and hyphens. */
    public static String fileName(JobReport report) {
        JobSummary summary = report.detail().summary();
        return OTHERS.replaceAll(summary.namespace() + "-" + summary.name(), "_") + "-report.html";
    }

    private String write() {
        JobSummary summary = job.summary();
        String state = job.why().map(why -> why.stateText(summary.state())).orElseGet(() -> summary.state()
                .text());
        html.trusted("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"
                        + hash(STYLE)
                        + "'; base-uri 'none'; form-action 'none'\">\n"
                        + MARK + "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        + "<meta name=\"referrer\" content=\"no-referrer\">\n")
                .element("title", summary.name() + ": " + state)
                .trusted("\n<style>" + STYLE + "</style>\n</head>\n<body>\n");
        html.open("h1")
                .text(summary.name() + " ")
                .element("span", summary.namespace(), "class", "soft")
                .text(" ")
                .element("span", state, "class", look(state))
                .close()
                .line();
        facts(summary);
        job.why().ifPresent(this::why);
        if (!report.hidden().isEmpty()) {
            html.element(
                    "p",
                    "Not in this report, for lack of rights: "
                            + report.hidden().stream().sorted().collect(Collectors.joining(", ")),
                    "class",
                    "soft");
        }
        html.element("h2", "Timeline");
        TimelineSvg.write(html, Lane.of(job, report.made()), report.metrics().first());
        notes();
        ranks();
        charts();
        conditions();
        events();
        logs();
        new SpecPart(report.spec()).write(html);
        html.element(
                "footer",
                "Made at " + Texts.time(report.made()) + " UTC by Trainyard " + report.version()
                        + ". All times are UTC. Secrets are left out where they were recognised; look before you send this to others.");
        return html.trusted("\n</body>\n</html>\n").toString();
    }

    private void facts(JobSummary summary) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Runtime", summary.runtime());
        facts.put(
                "Nodes",
                summary.nodes()
                        .map(nodes -> summary.readyNodes()
                                        .map(ready -> ready + " of ")
                                        .orElse("")
                                + nodes
                                + summary.readyNodes().map(ready -> " ready").orElse(""))
                        .orElse(""));
        facts.put("Queue", summary.queue().orElse(""));
        facts.put("Managed by", summary.managedBy().orElse(""));
        facts.put("Attempts", job.attempts() > 1 ? String.valueOf(job.attempts()) : "");
        facts.put("Created", Texts.time(summary.created()));
        facts.put("Ended", Texts.time(summary.ended()));
        facts.put(
                "Took",
                Texts.duration(
                        Duration.between(summary.created(), summary.ended().orElse(report.made()))));
        html.open("dl", "class", "facts");
        facts.forEach((title, value) -> {
            if (!value.isEmpty()) {
                html.open("div").element("dt", title).element("dd", value).close();
            }
        });
        html.close().line();
    }

    private void why(Cause cause) {
        html.open("section", "class", cause.kind().isProblem() ? "why problem" : "why")
                .element("p", cause.message());
        if (!cause.evidence().isEmpty()) {
            html.open("ul");
            cause.evidence().forEach(line -> html.element("li", line));
            html.close();
        }
        if (!cause.advice().isEmpty()) {
            html.element("p", cause.advice());
        }
        cause.failure().ifPresent(this::failure);
        html.close().line();
    }

    private void failure(FailedContainer failed) {
        html.element(
                "p",
                "First failure: " + failed.pod() + ", container " + failed.container()
                        + (failed.exitCode() == 0 ? "" : ", exit code " + failed.exitCode())
                        + " (" + failed.meaning() + ")"
                        + failed.ended().map(time -> ", " + Texts.time(time)).orElse(""));
        if (!failed.lastLines().isEmpty()) {
            html.open("pre");
            LogText.plain(failed.lastLines()).forEach(line -> html.element("span", line));
            html.close();
        }
    }

    private void notes() {
        if (report.notes().isEmpty()) {
            return;
        }
        html.element("h2", "From plugins").open("ul");
        for (NoteView note : report.notes()) {
            html.open("li").text(note.source() + ": ");
            if (note.link().startsWith("https://") || note.link().startsWith("http://")) {
                html.element("a", note.text(), "href", note.link(), "rel", "noreferrer noopener");
            } else {
                html.text(note.text());
            }
            html.close();
        }
        html.close().line();
    }

    private void ranks() {
        html.element("h2", "Pods and ranks");
        if (job.nodes().isEmpty()) {
            html.element("p", "No pods are left or known.", "class", "soft");
            return;
        }
        Map<String, RankView> byPod = job.ranks().stream()
                .filter(rank -> rank.pod().isPresent())
                .collect(Collectors.toMap(rank -> rank.pod().orElseThrow(), rank -> rank, (first, other) -> first));
        table("Step", "Rank", "Pod", "Node", "State", "Restarts", "Ended", "At step", "Last sign");
        for (NodeView node : job.nodes()) {
            Optional<RankView> rank = Optional.ofNullable(byPod.get(node.pod()));
            row(
                    node.attempt() == 0 ? node.step() : node.step() + ", attempt " + (node.attempt() + 1),
                    String.valueOf(rank.map(RankView::rank).orElse(node.index())),
                    node.pod(),
                    node.host().orElse(""),
                    Stream.of(node.phase(), node.reason(), waiting(node))
                            .filter(text -> !text.isEmpty())
                            .collect(Collectors.joining(", ")),
                    String.valueOf(node.restarts()),
                    ended(node),
                    rank.flatMap(RankView::step).map(String::valueOf).orElse(""),
                    Texts.time(rank.flatMap(RankView::heartbeat)));
        }
        endTable();
    }

    private static String waiting(NodeView node) {
        return node.containers().stream()
                .filter(container -> container.state() == ContainerView.State.WAITING)
                .map(ContainerView::reason)
                .filter(reason -> !reason.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String ended(NodeView node) {
        return node.containers().stream()
                .filter(container -> container.exitCode().isPresent() && !container.initial())
                .findFirst()
                .map(container -> "exit code " + container.exitCode().orElseThrow()
                        + (container.reason().isEmpty() ? "" : ", " + container.reason())
                        + container.ended().map(time -> ", " + Texts.time(time)).orElse(""))
                .orElse("");
    }

    private void charts() {
        Map<String, List<JobMetrics.Series>> byName = new LinkedHashMap<>();
        report.metrics().series().forEach(series -> byName.computeIfAbsent(
                        series.name(), ignored -> new java.util.ArrayList<>())
                .add(series));
        if (!report.metrics().durations().isEmpty()) {
            byName.put("seconds for a step", report.metrics().durations());
        }
        if (byName.isEmpty()) {
            return;
        }
        html.element("h2", "Metrics").open("div", "class", "charts");
        byName.forEach((name, series) -> ChartSvg.write(html, name, series));
        html.close().line();
    }

    private void conditions() {
        if (job.conditions().isEmpty()) {
            return;
        }
        html.element("h2", "Conditions");
        table("Type", "Status", "Reason", "Message", "Since");
        for (ConditionView condition : job.conditions()) {
            row(
                    condition.type(),
                    condition.status(),
                    condition.reason(),
                    condition.message(),
                    Texts.time(condition.since()));
        }
        endTable();
    }

    private void events() {
        if (job.events().isEmpty()) {
            return;
        }
        html.element("h2", "Events");
        table("When", "Reason", "Object", "Message", "Times");
        List<EventView> latest = job.events()
                .subList(
                        Math.max(0, job.events().size() - MAX_EVENTS),
                        job.events().size());
        for (EventView event : latest) {
            row(
                    Texts.time(event.at()),
                    event.warning() ? event.reason() + " (warning)" : event.reason(),
                    event.kind() + "/" + event.object(),
                    event.message(),
                    String.valueOf(event.count()));
        }
        endTable();
    }

    private void logs() {
        if (report.logs().isEmpty()) {
            return;
        }
        html.element("h2", "Last lines of the logs");
        for (JobReport.LogTail log : report.logs()) {
            html.open("details")
                    .element(
                            "summary",
                            log.pod() + " / " + log.container() + ", "
                                    + log.lines().size() + " lines");
            html.open("pre");
            LogText.plain(log.lines()).forEach(line -> html.element("span", line));
            html.close().close().line();
        }
    }

    private void table(String... titles) {
        html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", titles[0])
                .open("table")
                .open("thead")
                .open("tr");
        for (String title : titles) {
            html.element("th", title, "scope", "col");
        }
        html.close().close().open("tbody").line();
    }

    private void row(String... cells) {
        html.open("tr");
        for (String cell : cells) {
            html.element("td", cell);
        }
        html.close().line();
    }

    private void endTable() {
        html.close().close().close().line();
    }

    private static String look(String state) {
        return switch (state) {
            case "Failed" -> "bad";
            case "Complete" -> "good";
            default -> "soft";
        };
    }

    private static String style() {
        try (InputStream stream = ReportPage.class.getResourceAsStream("report.css")) {
            if (stream == null) {
                throw new IllegalStateException("report.css is missing in this distribution");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String text) {
        return Base64.getEncoder().encodeToString(Sha256.of(text));
    }
}

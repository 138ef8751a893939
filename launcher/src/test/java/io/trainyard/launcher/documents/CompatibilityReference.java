package io.trainyard.launcher.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the page of versions: the oldest that is supported, and the one that the tests run with, which the files of the build name. */
final class CompatibilityReference {
    private CompatibilityReference() {}

    static String page() throws IOException {
        ReferencePage page = new ReferencePage("Compatibility", "the files that name the versions of the tests");
        page.paragraph(
                "*Tested* is the version that every run of the tests uses. Older and newer versions are untried.");
        page.heading(2, "In a cluster");
        page.table(
                List.of("With", "Made for", "Tested"),
                List.of(
                        List.of(
                                "Kubernetes",
                                found("deploy/helm/trainyard/Chart.yaml", "kubeVersion: \"?>= ?([\\d.]+)")
                                                .replaceFirst("\\.0$", "")
                                        + " or newer",
                                found("testcluster/go/go.mod", "k8s\\.io/kubernetes v(\\S+)")),
                        List.of(
                                "[JobSet](https://jobset.sigs.k8s.io)",
                                "0.11 or newer",
                                found("testcluster/go/go.mod", "sigs\\.k8s\\.io/jobset v(\\S+)")),
                        List.of(
                                "[Kueue](../schedulers/kueue.md)",
                                "0.14 or newer; older than 0.19 not tried",
                                program("sigs.k8s.io/kueue")),
                        List.of(
                                "[coscheduling](../schedulers/coscheduling.md) of scheduler-plugins",
                                "",
                                program("sigs.k8s.io/scheduler-plugins")),
                        List.of(
                                "[Volcano](../schedulers/volcano.md)",
                                "the page names what needs 1.14",
                                "by hand: 1.16 in development"),
                        List.of("[KAI](../schedulers/kai.md)", "0.15 or newer; older with limits", "by hand: 0.17.0"),
                        List.of(
                                "Helm",
                                "3.14 or newer, or 4",
                                found("testcluster/tools/go.mod", "helm\\.sh/helm/v4 v(\\S+)"))));
        page.heading(2, "In place of Kubeflow Trainer");
        page.table(
                List.of("What", "Versions", "Tested"),
                List.of(
                        List.of("API", "`trainer.kubeflow.org/v1alpha1` and `v2alpha1`", ""),
                        List.of(
                                "[A takeover](../migrate/from-kubeflow-trainer.md)",
                                "2.0 to 2.3",
                                program("github.com/kubeflow/trainer/v2")),
                        List.of(
                                "[`kubeflow` Python SDK](../guides/python-sdk.md)",
                                "as it is on PyPI",
                                found("clients/python/requirements.in", "kubeflow==(\\S+)"))));
        page.heading(2, "To run and to build");
        page.table(
                List.of("What", "Versions"),
                List.of(
                        List.of("Java", found("pom.xml", "maven\\.compiler\\.release>(\\d+)<") + " or newer"),
                        List.of("Maven, to build", found("pom.xml", "<version>\\[(3\\.[\\d.]+),\\)") + " or newer"),
                        List.of(
                                "Contract of plugins",
                                "1.0, a number of its own; [what may change](../plugins/compatibility.md)")));
        return page.toString();
    }

    /** An add-on of the test cluster. */
    private static String program(String module) throws IOException {
        return found(
                "testcluster/src/main/java/io/trainyard/testcluster/programs/Program.java",
                Pattern.quote(module) + "@v([\\d.]+)");
    }

    private static String found(String file, String expression) throws IOException {
        Matcher matcher = Pattern.compile(expression).matcher(Files.readString(Documents.ROOT.resolve(file)));
        if (!matcher.find()) {
            throw new IllegalStateException(file + " no longer names " + expression);
        }
        return matcher.group(1);
    }
}

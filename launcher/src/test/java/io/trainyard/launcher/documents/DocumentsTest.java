package io.trainyard.launcher.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("OPS-163: commands are found in the documents")
final class DocumentsTest {
    @Test
    @DisplayName("every page of docs is listed by reader in docs/README.md, which says who runs its commands")
    void everyPageHasReaders() {
        assertThat(Documents.all().stream()
                        .filter(page -> page.startsWith("docs/"))
                        .filter(page -> !page.equals("docs/README.md"))
                        .filter(page -> !page.startsWith("docs/plugins/") && !page.startsWith("docs/contribute/")))
                .allMatch(Documents.listed()::contains);
        assertThat(Documents.forDataScientists())
                .contains("docs/start/cluster.md", "docs/guides/submit.md", "docs/frameworks/torch.md")
                .doesNotContain("docs/guides/laptop.md", "docs/operate/install.md", "docs/schedulers/volcano.md");
    }

    @Test
    @DisplayName(
            "the README has 120 lines at most, and shows a run of docs/start/laptop.md, whose commands a test types")
    void theReadmeShowsARunOfTheFirstPage() throws IOException {
        String readme = Files.readString(Documents.ROOT.resolve("README.md"));
        int begin = readme.indexOf("```console\n");
        String shown = readme.substring(begin, readme.indexOf("```\n", begin));

        assertThat(readme.lines()).hasSizeLessThanOrEqualTo(120);
        assertThat(Files.readString(Documents.ROOT.resolve("docs/start/laptop.md")))
                .contains(shown);
    }

    @Test
    void commandsOfBlocksOfTerminalsAndOfSentencesAreFound() {
        assertThat(Documents.commandsOf("docs/guides/data.md"))
                .extracting(DocumentedCommand::text)
                .contains(
                        "kubectl create secret generic bucket-key --from-literal=ACCESS_KEY_ID=… --from-literal=SECRET_ACCESS_KEY=…",
                        "kubectl apply -f job.yaml",
                        "trainyard run try/job.yaml",
                        "trainyard clean --cache");
        assertThat(Documents.commandsOf("docs/guides/progress.md"))
                .extracting(DocumentedCommand::text)
                .contains("kubectl get trainjob bert -o jsonpath='{.status.trainerStatus}'", "trainyard why bert");
        assertThat(Documents.commandsOf("docs/operate/install.md"))
                .extracting(DocumentedCommand::text)
                .contains("kubectl -n kubeflow-system logs -l app.kubernetes.io/component=manager");
        assertThat(Documents.commandsOf("docs/operate/rbac.md"))
                .extracting(DocumentedCommand::text)
                .contains("kubectl create namespace team-a", "kubectl create namespace team-b");
        assertThat(Documents.commandsOf("docs/migrate/from-kubeflow-trainer.md"))
                .extracting(DocumentedCommand::text)
                .as("in the items of a list, too")
                .contains("kubectl get deployments -A -o wide");
    }

    @Test
    void sectionsForOperatorsAreNotForDataScientists() {
        assertThat(Documents.commandsOf("docs/frameworks/mpi.md", "For operators"))
                .extracting(DocumentedCommand::text)
                .singleElement()
                .asString()
                .endsWith("--serviceaccount=kubeflow-system:kubeflow-trainer-controller-manager");
        assertThat(Documents.commandsForDataScientists("docs/frameworks/mpi.md"))
                .noneMatch(command -> command.text().contains("rolebinding"));
    }

    @Test
    void whatAReaderFillsInIsWrittenInCapitals() {
        DocumentedCommand command = new DocumentedCommand(
                "page", "", "trainyard submit --kubeconfig FILE [--name NAME] --env=ACCESS_KEY=… -- 'a b'", "");

        assertThat(command.with(Map.of("FILE", "f", "NAME", "n")).words())
                .isEqualTo(List.of(
                        "trainyard", "submit", "--kubeconfig", "f", "--name", "n", "--env=ACCESS_KEY=x", "--", "a b"));
    }
}

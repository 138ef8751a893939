package io.trainyard.core.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.result.JobNote;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What plugins tell about a TrainJob (PIPE-93)")
final class NoteReaderTest {
    private final JobObjects job = job();

    private record Telling(String name, Function<JobNotes.Request, List<JobNote>> says) implements JobNotes {
        @Override
        public List<JobNote> notes(Request request) {
            return says.apply(request);
        }
    }

    @Test
    void eachLineNamesThePluginThatSaysIt() {
        assertThat(notes(
                        new Telling("acme", any -> List.of(JobNote.of("it waits"))),
                        new Telling("trace", any -> List.of(new JobNote("a trace", "https://trace.example/1")))))
                .containsExactly(
                        new NoteView("acme", "it waits", ""),
                        new NoteView("trace", "a trace", "https://trace.example/1"));
    }

    @Test
    void aPluginThatFailsTakesNothingFromTheOthers() {
        assertThat(notes(
                        new Telling("broken", any -> {
                            throw new IllegalStateException("no");
                        }),
                        new Telling("acme", any -> List.of(JobNote.of("it waits")))))
                .extracting(NoteView::source)
                .containsExactly("acme");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert(1)",
                "data:text/html,<script>",
                "//elsewhere.example",
                "https:",
                "https://a b",
                "ftp://files.example/x",
                "HTTPS:\nalert"
            })
    void aLinkThatIsNoAddressOfTheWebIsLeftOutAndTheLineStays(String link) {
        assertThat(notes(new Telling("acme", any -> List.of(new JobNote("more", link)))))
                .containsExactly(new NoteView("acme", "more", ""));
    }

    @Test
    void linesAreFewAndShort() {
        List<NoteView> notes =
                notes(new Telling("talker", any -> Collections.nCopies(50, JobNote.of("x".repeat(10_000)))));

        assertThat(notes).hasSize(10).allSatisfy(note -> assertThat(note.text()).hasSizeLessThanOrEqualTo(301));
    }

    @Test
    void aPluginSeesTheObjectsOfTheJobAsItsOwnClassesReadThem() {
        assertThat(notes(new Telling("acme", request -> request.all(Pod.class).stream()
                        .map(pod -> JobNote.of(pod.getMetadata().getName()))
                        .toList())))
                .extracting(NoteView::text)
                .containsExactly("run-node-0-0", "from-a-tree");
    }

    private List<NoteView> notes(JobNotes... plugins) {
        return new NoteReader(List.of(plugins)).of(job);
    }

    private static JobObjects job() {
        TrainJob trainJob = new TrainJob();
        trainJob.setMetadata(
                new ObjectMetaBuilder().withNamespace("a").withName("run").build());
        GenericKubernetesResource tree = new GenericKubernetesResource();
        tree.setApiVersion("v1");
        tree.setKind("Pod");
        tree.setMetadata(new ObjectMetaBuilder().withName("from-a-tree").build());
        GenericKubernetesResource other = new GenericKubernetesResource();
        other.setApiVersion("acme.example/v1");
        other.setKind("Pod");
        other.setMetadata(new ObjectMetaBuilder().withName("of-another-group").build());
        return JobObjects.of(trainJob, Instant.EPOCH)
                .withPods(List.of(new PodBuilder()
                        .withNewMetadata()
                        .withName("run-node-0-0")
                        .endMetadata()
                        .build()))
                .withAddOns(List.of(tree, other));
    }
}

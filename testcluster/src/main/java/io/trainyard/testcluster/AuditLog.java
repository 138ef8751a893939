package io.trainyard.testcluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.trainyard.testcluster.setup.User;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The requests that the user "subject" made (and those of the controller's service account, {@link #refused}), whether granted or refused; for tests that count them. Watches count once,
 * when they begin.
 *
 * <p>Before it reads, it sends a request of its own as that user and waits for it to appear (it is left out of the
 * records), so nothing that was answered before is missing. The API server must run meanwhile. Safe for use by several
 * threads.
 */
public final class AuditLog {

    private static final String OWN_REQUESTS = "trainyard-audit-fence-";
    private static final String SUBJECT = "\"username\":\"" + User.SUBJECT.userName() + "\"";
    private static final int FORBIDDEN = 403;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Path file;
    private final Consumer<String> askFor;
    private final long begin;

    AuditLog(Path file, long begin, Consumer<String> askFor) {
        this.file = file;
        this.askFor = askFor;
        this.begin = begin;
    }

    /** The same log without the requests that were answered before this call. */
    public AuditLog fromNow() {
        return new AuditLog(file, fence().length(), askFor);
    }

    /** All requests since it began, in the order of their answers. */
    public List<AuditRecord> records() {
        Content content = fence();
        return content.lines()
                .filter(line -> !line.contains(OWN_REQUESTS))
                .filter(line -> line.contains(SUBJECT))
                .map(AuditLog::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    /**
     * The requests of a user that the API server did not allow, one line for each; watches that never began are among them.
     *
     * @param user such as {@code system:serviceaccount:kubeflow-system:NAME}
     */
    public List<String> refused(String user) {
        return fence().lines()
                .filter(line -> !line.contains(OWN_REQUESTS))
                .map(AuditLog::event)
                .filter(event -> event.path("user").path("username").asText().equals(user))
                .filter(event -> event.path("responseStatus").path("code").asInt() == FORBIDDEN)
                .map(event -> event.path("verb").asText() + " "
                        + event.path("requestURI").asText() + ": "
                        + event.path("responseStatus").path("message").asText())
                .distinct()
                .toList();
    }

    /** How many requests of a user were answered, refused ones included. */
    public long countOf(String user) {
        return fence().lines()
                .map(AuditLog::event)
                .filter(event -> event.path("user").path("username").asText().equals(user))
                .count();
    }

    /** The requests that fit. */
    public List<AuditRecord> records(Predicate<AuditRecord> condition) {
        return records().stream().filter(condition).toList();
    }

    /**
     * How many requests there were for a resource itself, without its subresources.
     *
     * @param verb such as {@code patch}
     * @param resource the plural name, such as {@code jobsets}
     */
    public long count(String verb, String resource) {
        return count(verb, resource, "");
    }

    /**
     * How many requests there were for a subresource.
     *
     * @param verb such as {@code patch}
     * @param resource the plural name, such as {@code trainjobs}
     * @param subresource such as {@code status}; empty for the resource itself
     */
    public long count(String verb, String resource, String subresource) {
        return records(each -> each.verb().equals(verb)
                        && each.resource().equals(resource)
                        && each.subresource().equals(subresource))
                .size();
    }

    private Content fence() {
        String name = OWN_REQUESTS + UUID.randomUUID();
        askFor.accept(name);
        return Poll.until("the audit log to show a request", LIMIT, () -> Optional.of(read())
                .filter(content -> content.text().contains(name)));
    }

    private Content read() {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
            long length = access.length();
            byte[] bytes = new byte[Math.toIntExact(length - begin)];
            access.seek(begin);
            access.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            // A line that is being written at this moment is read the next time.
            String whole = text.substring(0, text.lastIndexOf('\n') + 1);
            return new Content(whole, begin + whole.getBytes(StandardCharsets.UTF_8).length);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the audit log " + file, e);
        }
    }

    static Optional<AuditRecord> parse(String line) {
        JsonNode event = event(line);
        String verb = event.path("verb").asText();
        String stage = event.path("stage").asText();
        // A watch has two events, one when it begins and one when it ends.
        if (verb.equals("watch") != stage.equals("ResponseStarted")) {
            return Optional.empty();
        }
        JsonNode object = event.path("objectRef");
        return Optional.of(new AuditRecord(
                verb,
                object.path("apiGroup").asText(),
                object.path("resource").asText(),
                object.path("subresource").asText(),
                object.path("namespace").asText(),
                object.path("name").asText(),
                event.path("responseStatus").path("code").asInt(),
                event.path("userAgent").asText()));
    }

    private static JsonNode event(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log has a line that is no JSON object: " + line, e);
        }
    }

    /** @param length where in the file the next line begins */
    private record Content(String text, long length) {
        Stream<String> lines() {
            return text.lines();
        }
    }
}

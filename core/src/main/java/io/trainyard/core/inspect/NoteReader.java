package io.trainyard.core.inspect;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.trainyard.core.view.JobObjects;
import io.trainyard.core.view.NoteView;
import io.trainyard.spi.extension.JobNotes;
import io.trainyard.spi.result.JobNote;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks plugins what they have to tell about a TrainJob. One that fails is passed over: what it would say decides nothing. */
public final class NoteReader {
    private static final Logger LOG = LoggerFactory.getLogger(NoteReader.class);
    private static final int MAX_NOTES = 10;
    private static final int MAX_TEXT = 300;
    private static final int MAX_LINK = 2_000;

    private final List<JobNotes> plugins;

    /**
     * @param plugins in the order of their lines, guarded where they come from jars
     */
    public NoteReader(List<JobNotes> plugins) {
        this.plugins = List.copyOf(plugins);
    }

    /** All lines about a job. Call it where plugins are called. */
    public List<NoteView> of(JobObjects objects) {
        List<HasMetadata> known = new ArrayList<>();
        objects.jobSet().ifPresent(known::add);
        known.addAll(objects.jobs());
        known.addAll(objects.pods());
        known.addAll(objects.addOns());
        JobNotes.Request request = new JobNotes.Request(objects.trainJob(), known);
        List<NoteView> notes = new ArrayList<>();
        for (JobNotes plugin : plugins) {
            notes.addAll(of(plugin, request));
        }
        return List.copyOf(notes);
    }

    private static List<NoteView> of(JobNotes plugin, JobNotes.Request request) {
        try {
            return plugin.notes(request).stream()
                    .limit(MAX_NOTES)
                    .map(note -> view(plugin.name(), note))
                    .toList();
        } catch (RuntimeException failure) {
            // Counted and told by the guard in front of the plugin.
            LOG.atDebug().addKeyValue("plugin", plugin.name()).setCause(failure).log("it tells nothing about a job");
            return List.of();
        }
    }

    private static NoteView view(String source, JobNote note) {
        String text = note.text().strip();
        return new NoteView(
                source,
                text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text,
                isForBrowsers(note.link()) ? note.link() : "");
    }

    /** A link with a script in it, or one that a browser reads otherwise than we do, is none. */
    private static boolean isForBrowsers(String link) {
        if (link.isEmpty() || link.length() > MAX_LINK) {
            return false;
        }
        try {
            URI address = new URI(link);
            String scheme = address.getScheme();
            return ("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme)) && address.getHost() != null;
        } catch (URISyntaxException notAnAddress) {
            return false;
        }
    }
}

package io.trainyard.launcher.run.view;

import io.trainyard.foundation.json.Json;
import io.trainyard.foundation.tree.Tree;
import io.trainyard.launcher.run.progress.Change;
import java.util.Map;

/** Changes as JSON objects, one in each line, for programs. */
public final class JsonLines {
    private JsonLines() {}

    /** One line, without its end. Fields that do not apply are left out. */
    public static String line(Change change) {
        Map<String, Object> object =
                Tree.of("ts", change.at().toString(), "type", change.type().text());
        put(object, "trainJob", change.trainJob());
        put(object, "rjob", change.replicatedJob());
        put(object, change.type() == Change.Type.WARNING ? "subject" : "pod", change.pod());
        put(object, "container", change.container());
        put(object, "phase", change.phase());
        put(object, "reason", change.reason());
        put(object, "message", change.message());
        change.restart().ifPresent(restart -> object.put("restart", restart));
        change.rank().ifPresent(rank -> object.put("rank", rank));
        change.exitCode().ifPresent(code -> object.put("exitCode", (long) code));
        return Json.text(object);
    }

    private static void put(Map<String, Object> object, String name, String value) {
        if (!value.isEmpty()) {
            object.put(name, value);
        }
    }
}

package io.trainyard.bench.memory;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An object that there is, and from which the same object of any number of other TrainJobs is written: with names, uids and a version of its own. */
final class ObjectTemplate {
    /** Name of the TrainJob that the objects belong to; in the others the digits are another number. */
    static final String NAME = "held-000000";

    private static final String PREFIX = "held-";
    private static final int FIRST_VERSION = 1_000_000;
    private static final Pattern PLACES = Pattern.compile(
            "(?<name>held-000000)|(?<uid>(?<=\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}\\b)"
                    + "|(?<version>(?<=\"resourceVersion\":\")[0-9]+)");

    private enum Place {
        NAME,
        UID,
        VERSION
    }

    /** One more than there are places. */
    private final List<byte[]> texts = new ArrayList<>();

    private final List<Place> places = new ArrayList<>();

    ObjectTemplate(JsonObject object) {
        String text = object.encode();
        Matcher matcher = PLACES.matcher(text);
        int end = 0;
        while (matcher.find()) {
            texts.add(text.substring(end, matcher.start()).getBytes(StandardCharsets.UTF_8));
            places.add(place(matcher));
            end = matcher.end();
        }
        texts.add(text.substring(end).getBytes(StandardCharsets.UTF_8));
    }

    private static Place place(Matcher matcher) {
        if (matcher.group("name") != null) {
            return Place.NAME;
        }
        return matcher.group("uid") == null ? Place.VERSION : Place.UID;
    }

    /** Appends the object of the TrainJob of that number, from 1 on, as JSON. */
    void write(int number, Buffer to) {
        for (int i = 0; i < places.size(); i++) {
            to.appendBytes(texts.get(i)).appendString(value(places.get(i), number));
        }
        to.appendBytes(texts.get(places.size()));
    }

    private static String value(Place place, int number) {
        return switch (place) {
            case NAME -> PREFIX + String.format(Locale.ROOT, "%06d", number);
            case UID -> String.format(Locale.ROOT, "%012x", number);
            case VERSION -> String.valueOf(FIRST_VERSION + number);
        };
    }
}

package io.trainyard.dashboard.page;

import io.trainyard.foundation.digest.Sha256;
import java.util.HexFormat;

/** The header ETag of some content: equal for equal content, on each replica. Pure. */
public final class EntityTag {
    private EntityTag() {}

    /** With its quotation marks, as headers have it. */
    public static String of(byte[] content) {
        return '"' + HexFormat.of().formatHex(Sha256.of(content), 0, 12) + '"';
    }
}

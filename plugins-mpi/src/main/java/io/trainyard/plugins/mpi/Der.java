package io.trainyard.plugins.mpi;

import java.io.ByteArrayOutputStream;

/** The few forms of DER that a private key needs. */
final class Der {
    private static final int SHORT_FORM = 0x80;

    private Der() {}

    /** One value: tag, length and content. */
    static byte[] value(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream value = new ByteArrayOutputStream(length + 4);
        value.write(tag);
        if (length >= 0x100) {
            value.write(SHORT_FORM | 2);
            value.write(length >>> 8);
        } else if (length >= SHORT_FORM) {
            value.write(SHORT_FORM | 1);
        }
        value.write(length);
        value.writeBytes(content.toByteArray());
        return value.toByteArray();
    }
}

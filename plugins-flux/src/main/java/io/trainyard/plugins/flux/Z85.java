package io.trainyard.plugins.flux;

/** Bytes as text that ZeroMQ reads: five characters for each four bytes. Pure. */
final class Z85 {
    private static final String DIGITS =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
    private static final int BASE = 85;

    private Z85() {}

    /**
     * The text.
     *
     * @throws IllegalArgumentException when the number of bytes is no multiple of 4
     */
    static String encode(byte[] bytes) {
        if (bytes.length % Integer.BYTES != 0) {
            throw new IllegalArgumentException("Z85 takes four bytes at a time, not " + bytes.length);
        }
        StringBuilder text = new StringBuilder(bytes.length / Integer.BYTES * 5);
        for (int start = 0; start < bytes.length; start += Integer.BYTES) {
            long number = 0;
            for (int i = start; i < start + Integer.BYTES; i++) {
                number = number << Byte.SIZE | (bytes[i] & 0xff);
            }
            for (long divisor = 52_200_625; divisor > 0; divisor /= BASE) {
                text.append(DIGITS.charAt((int) (number / divisor % BASE)));
            }
        }
        return text.toString();
    }
}

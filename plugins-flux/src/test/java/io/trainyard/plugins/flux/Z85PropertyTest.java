package io.trainyard.plugins.flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** FLUX-40 */
final class Z85PropertyTest {
    private static final String DIGITS =
            "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";

    @Property(tries = 200, seed = "20260101")
    void whatIsWrittenCanBeReadBack(@ForAll @Size(32) byte[] bytes) {
        String text = Z85.encode(bytes);

        assertThat(text).hasSize(40);
        assertThat(decoded(text)).isEqualTo(bytes);
    }

    @Example
    void theWorkedValues() {
        assertThat(Z85.encode(new byte[4])).isEqualTo("00000");
        assertThat(Z85.encode(new byte[] {(byte) 0x86, 0x4F, (byte) 0xD2, 0x6F, (byte) 0xB5, 0x59, (byte) 0xF7, 0x5B}))
                .isEqualTo("HelloWorld");
        assertThatThrownBy(() -> Z85.encode(new byte[3])).hasMessageContaining("four bytes");
    }

    private static byte[] decoded(String text) {
        byte[] bytes = new byte[text.length() / 5 * 4];
        for (int i = 0; i < text.length(); i += 5) {
            BigInteger number = BigInteger.ZERO;
            for (char digit : text.substring(i, i + 5).toCharArray()) {
                number = number.multiply(BigInteger.valueOf(85)).add(BigInteger.valueOf(DIGITS.indexOf(digit)));
            }
            byte[] four =
                    Arrays.copyOfRange(number.add(BigInteger.ONE.shiftLeft(32)).toByteArray(), 1, 5);
            System.arraycopy(four, 0, bytes, i / 5 * 4, 4);
        }
        return bytes;
    }

    static byte[] bytes(String text) {
        return decoded(text);
    }
}

package io.trainyard.core.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TlsRecordsTest {
    private final TlsRecords records = new TlsRecords();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 7, 1000})
    void wholesAndPartsAreToldApartHoweverTheBytesCome(int step) {
        ByteBuf two = Unpooled.wrappedBuffer(record(300), record(0));
        while (two.isReadable()) {
            assertThat(records.read(two.readSlice(Math.min(step, two.readableBytes()))))
                    .isTrue();
            assertThat(records.partial()).isEqualTo(two.readableBytes() != 0 && two.readableBytes() != 5);
        }
    }

    @Test
    void nothingIsNoPart() {
        assertThat(records.partial()).isFalse();
    }

    @Test
    void aRecordMayBeAsLongAsTlsAllowsAndNoLonger() {
        assertThat(records.read(Unpooled.wrappedBuffer(new byte[] {23, 3, 3, 0x48, 0})))
                .isTrue();
        assertThat(new TlsRecords().read(Unpooled.wrappedBuffer(new byte[] {23, 3, 3, 0x48, 1})))
                .isFalse();
    }

    @Test
    void theBytesStay() {
        ByteBuf bytes = record(10);

        records.read(bytes);

        assertThat(bytes.readableBytes()).isEqualTo(15);
    }

    private static ByteBuf record(int length) {
        return Unpooled.buffer()
                .writeByte(23)
                .writeShort(0x303)
                .writeShort(length)
                .writeZero(length);
    }
}

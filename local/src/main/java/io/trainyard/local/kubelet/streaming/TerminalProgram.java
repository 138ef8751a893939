package io.trainyard.local.kubelet.streaming;

import io.trainyard.local.kubelet.tool.Script;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives a program a terminal. The JDK cannot make one, but Python can: a script between us and the program, which reads pieces from us that are input or
 * sizes of a window. Pure.
 */
final class TerminalProgram {
    private static final String SCRIPT_NAME = "terminal.py";

    private static final String FIND_PYTHON =
            "command -v python3 >/dev/null 2>&1 || { echo 'a terminal (-t) needs python3 on the PATH of the container;"
                    + " leave out -t'; exit 126; }; exec python3 -I -S -c \"$@\"";

    private TerminalProgram() {}

    /** The words that start a program with a terminal; they say so in a sentence, with exit code 126, where that is not possible. */
    static List<String> around(List<String> program) {
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", FIND_PYTHON, "sh", Script.beside(TerminalProgram.class, SCRIPT_NAME)));
        words.addAll(program);
        return words;
    }

    /** What the user types. */
    static Buffer input(Buffer bytes) {
        return Buffer.buffer().appendByte((byte) 'i').appendInt(bytes.length()).appendBuffer(bytes);
    }

    /** The window has another size. */
    static Buffer size(int columns, int rows) {
        return Buffer.buffer()
                .appendByte((byte) 's')
                .appendInt(4)
                .appendShort((short) columns)
                .appendShort((short) rows);
    }
}

package io.trainyard.launcher.cli.process;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Writes texts as {@link TerminalText#colored} has them, whoever they come from. */
final class TerminalWriter extends FilterWriter {
    TerminalWriter(Writer out) {
        super(out);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        out.write(TerminalText.colored(text.substring(offset, offset + length)));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        out.write(TerminalText.colored(new String(text, offset, length)));
    }

    @Override
    public void write(int letter) throws IOException {
        out.write(TerminalText.colored(Character.toString((char) letter)));
    }
}

package io.trainyard.dashboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** HTTP as anybody may send it, whatever a well-behaved client would refuse to. */
final class Wire implements AutoCloseable {
    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    private Wire(Socket socket) {
        this.socket = socket;
    }

    record Answer(int status, String head, String body) {
        Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase().startsWith(name.toLowerCase() + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }
    }

    /** Sends a request, and reads until the server closes the connection. */
    static Answer ask(int port, String requestLine, String... headers) throws IOException {
        return ask(port, requestLine, "", headers);
    }

    static Answer ask(int port, String requestLine, String body, String[] headers) throws IOException {
        try (Wire wire = open(port, requestLine, body, "Connection: close", headers)) {
            wire.readAll();
            return wire.answer();
        }
    }

    /** Sends a request, and leaves the answer to be read. */
    static Wire stream(int port, String requestLine, String... headers) throws IOException {
        return open(port, requestLine, "", "Accept: text/event-stream", headers);
    }

    private static Wire open(int port, String requestLine, String body, String further, String... headers)
            throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        StringBuilder text = new StringBuilder(requestLine)
                .append(" HTTP/1.1\r\n")
                .append(further)
                .append("\r\n");
        boolean host = false;
        for (String header : headers) {
            text.append(header).append("\r\n");
            host |= header.startsWith("Host:");
        }
        if (!host) {
            text.append("Host: localhost:").append(port).append("\r\n");
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0) {
            text.append("Content-Length: ").append(bytes.length).append("\r\n");
        }
        socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().write(bytes);
        return new Wire(socket);
    }

    /** Reads until a text has come. */
    String until(String text) throws IOException {
        InputStream in = socket.getInputStream();
        while (!received.toString(StandardCharsets.UTF_8).contains(text)) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("ended before " + text + ": " + received.toString(StandardCharsets.UTF_8));
            }
            received.write(next);
        }
        return received.toString(StandardCharsets.UTF_8);
    }

    /** Reads until the other side ends. */
    void untilEnd() throws IOException {
        while (socket.getInputStream().read() >= 0) {}
    }

    private void readAll() throws IOException {
        received.write(socket.getInputStream().readAllBytes());
    }

    private Answer answer() {
        String text = received.toString(StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        String head = end < 0 ? text : text.substring(0, end);
        String[] words = head.split(" ", 3);
        return new Answer(
                words.length < 2 ? 0 : Integer.parseInt(words[1]), head, end < 0 ? "" : text.substring(end + 4));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
